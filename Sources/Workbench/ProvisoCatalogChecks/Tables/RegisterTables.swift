/// How languages speak to readers: politely, or as to a friend.
extension LanguageTables {
    /// Polite words, and after `|` familiar ones: pronouns, and verbs that messages ask with.
    static let address: [String: String] = [
        "de": "sie|du dein deine deinen deiner deinem dich dir lade wähle gib kannst musst darfst solltest",
        "fr":
            "vous votre vos veuillez|tu ton ta tes toi te télécharge choisis envoie ajoute importe sélectionne téléverse saisis peux dois",
        "es":
            "usted ustedes suba cargue seleccione elija envíe adjunte ingrese introduzca|tú tu tus te ti sube carga selecciona puedes debes elige envía adjunta ingresa introduce vos podés subí",
        "it": "lei carichi selezioni scelga|tuo tua tuoi carica seleziona scegli puoi devi inserisci invia",
        "pt": "você envie carregue selecione escolha|teu tua envia carrega seleciona escolhe podes deves",
        "nl": "u uw|je jij jouw jou",
        "ru":
            "вы вас вам ваш ваша ваше ваши вами загрузите выберите можете должны|ты тебя тебе твой твоя твоё загрузи выбери можешь",
        "uk": "ви вас вам ваш ваша ваше завантажте виберіть можете|ти тебе тобі твій твоя завантаж вибери можеш",
        "be": "вы вас вам ваш загрузіце можаце выберыце|ты цябе табе твой загрузі можаш",
        "pl": "pan pani państwo|cię tobie twój twoja prześlij możesz musisz wybierz dodaj",
        "cs": "vy vás vám váš vaše nahrajte můžete musíte vyberte|tě tvůj tvoje nahraj můžeš musíš vyber",
        "sk": "vy vás vám váš nahrajte môžete musíte vyberte|ťa tvoj nahraj môžeš musíš vyber",
        "sl": "vas vam vaš naložite lahko_naložite morate izberite|tebi tvoj naloži lahko_naložiš moraš izberi naložiš",
        "hr": "vas vam vaš učitajte možete morate prenesite odaberite|tebi tvoj učitaj možeš moraš prenesi odaberi",
        "bs": "vas vam vaš učitajte možete morate prenesite|tebi tvoj učitaj možeš moraš prenesi",
        "sr":
            "вас вам ваш отпремите можете морате vas vam vaš otpremite možete morate|теби твој отпреми можеш мораш tebi tvoj otpremi možeš moraš",
        "mk": "вие вас ваш прикачете можете морате качете|тебе твој можеш мораш",
        "bg": "вие вас ваш качете можете трябва_да_качите качите|теб твой можеш качиш",
        "ro":
            "dumneavoastră dvs încărcați puteți trebuie_să_încărcați selectați alegeți|tu tău ta încarcă poți selectează alege încarci",
        "hu": "ön önnek öné töltsön feltölthet|te neked tiéd tölts feltölthetsz",
        "el":
            "σας εσείς ανεβάστε μπορείτε πρέπει_να_ανεβάσετε επιλέξτε ανεβάσετε|εσύ σου ανέβασε μπορείς διάλεξε ανεβάσεις",
        "tr":
            "siz sizin yükleyin yükleyebilirsiniz seçin yüklemelisiniz|sen senin yükle yükleyebilirsin seç yüklemelisin",
        "fi": "te teidän lataa_te ladatkaa voitte|sinä sinun lataa voit",
        "et": "teie teil laadige võite saate peate|sina sinu laadi võid pead",
        "lt": "jūs jūsų įkelkite galite turite pasirinkite|tu tavo įkelk gali turi pasirink",
        "lv": "jūs jūsu augšupielādējiet varat izvēlieties|tu tavs augšupielādē vari izvēlies",
        "sq": "ju juaj ngarkoni mundeni zgjidhni|jote ngarko mundesh zgjidh",
        "fa": "شما|تو", "hi": "आप आपका आपके|तुम तू तुम्हारा करो चुनो", "bn": "আপনি আপনার করুন পারেন|তুমি তোমার", "ur": "آپ کریں|تم تو کرو",
        "mr": "आपण|तू तुझा", "pa": "ਤੁਸੀਂ|ਤੂੰ", "gu": "તમે|તું",
        "ta": "நீங்கள் உங்கள் பதிவேற்றவும் செய்யவும்|நீ உன்", "te": "మీరు మీ చేయండి|నువ్వు నీ", "kn": "ನೀವು ನಿಮ್ಮ ಮಾಡಿ|ನೀನು ನಿನ್ನ",
        "ml": "നിങ്ങൾ നിങ്ങളുടെ ചെയ്യുക|നീ നിന്റെ", "ca": "vostè pugeu carregueu podeu trieu|tu el_teu puja carrega pots tria",
        "gl": "vostede suba cargue|teu sube carga podes",
        "hy": "դուք ձեր ձեզ վերբեռնեք կարող_եք|դու քո քեզ վերբեռնիր", "ka": "თქვენ თქვენი ატვირთეთ|შენ შენი ატვირთე",
        "kk": "сіз сіздің жүктеңіз|сен сенің жүкте", "ky": "сиз сиздин жүктөңүз|сен сенин жүктө",
        "uz": "siz sizning yuklang|sen sening yukla", "az": "siz sizin yükləyin seçin|sən sənin yüklə seç",
        "tg": "шумо бор_кунед кунед|ту кун", "tk": "siz siziň ýükläň|sen seniň ýükle",
        "mn": "та таны оруулна_уу|чи чиний", "eu": "zu zure|hi hire", "is": "þér yðar|þú þinn þú_getur",
        "cy": "chi eich uwchlwythwch|dy uwchlwytha", "ga": "sibh bhur|tú do",
        "id": "anda|kamu kau engkau", "ms": "anda|kamu kau engkau", "vi": "bạn vui_lòng quý|mày cậu",
        "th": "คุณ โปรด กรุณา|เธอ แก มึง", "zh": "您|你", "ja": "ください です ます|しろ せよ", "ko": "세요 하십시오 니다|해라 하라",
        "fil": "po kayo|ikaw", "sw": "tafadhali|", "jv": "panjenengan sampeyan|kowe", "su": "anjeun|maneh",
        "af": "u|jy jou",
    ]

    /// Words of another region's standard, by locale.
    static let foreignToRegion: [String: String] = [
        "zh-Hant": "字符串 字符 文件 數據 服務器 網絡 信息 默認 用戶名 郵箱 域名稱 視頻 軟件 程序 十六進制 上傳文件 鏈接 支持的格式 對象 布爾 代碼",
        "zh-Hans": "字元 檔案 資料夾 伺服器 網路 資訊 預設 電子郵件位址 位址 物件 程式 軟體",
        "pt":
            "ficheiro ficheiros utilizador utilizadores ecrã telemóvel palavra-passe carácter caracter registo registos endereço_de_correio descarregar contém-se planeamento facto",
        "pt-PT":
            "arquivo arquivos usuário usuários tela celular senha caractere caracteres registro registros cadastro você deletar email_válido baixar time_zone",
        "en-GB": "color colors authorized authorize recognized recognize center unrecognized canceled",
        "en": "colour colours authorised authorise recognised recognise centre unrecognised cancelled",
        "es-419": "fichero ficheros ordenador vosotros móvil introducid",
        "de":
            "gross* grösse* grösst* ausser* ausschliess* einschliess* schliess* regelmäss* gemäss* strasse* massgeb* massnahm* heiss* süss* gruss* grüss* fuss* füss* spass stoss* mässig*",
        "de-CH": "ß", "de-LI": "ß",
    ]
}
