internal import Proviso

/// The words of a page that no message has.
struct PageWords {
    enum Word: Int, CaseIterable {
        case attribute, required, optional, requirements, onlyWhen, exceptWhen, scenario, given, notGiven, any, all,
            none
    }

    /// The language of the words: that of the page, or English.
    let language: String
    private let words: [Substring]

    init(_ locale: String) {
        var tag = locale
        while true {
            if let line = Self.table[tag] {
                (language, words) = (tag, line.split(separator: "|", omittingEmptySubsequences: false))
                return
            }
            guard let end = tag.lastIndex(of: "-") else { break }
            tag = String(tag[..<end])
        }
        language = "en"
        words = (Self.table["en"] ?? "").split(separator: "|", omittingEmptySubsequences: false)
    }

    subscript(word: Word) -> String { word.rawValue < words.count ? String(words[word.rawValue]) : "" }

    /// Attribute, required, optional, requirements, only when, not when, scenario, is filled in, is not filled in, at
    /// least one of these, all of these, none of these.
    private static let table: [String: String] = [
        "ar": """
        الحقل|مطلوب|اختياري|المتطلبات|فقط عندما|ما عدا عندما|الحالة|مملوء|غير مملوء|واحد على الأقل مما يلي|\
        كل ما يلي|لا شيء مما يلي
        """,
        "cs": """
        Pole|povinné|nepovinné|Požadavky|jen když|kromě případu, kdy|Scénář|je vyplněno|není vyplněno|\
        alespoň jedno z|vše z|nic z
        """,
        "da": """
        Felt|påkrævet|valgfrit|Krav|kun når|undtagen når|Scenarie|er udfyldt|er ikke udfyldt|mindst én af|\
        alle af|ingen af
        """,
        "de": """
        Feld|erforderlich|optional|Anforderungen|nur wenn|außer wenn|Szenario|ist ausgefüllt|\
        ist nicht ausgefüllt|mindestens eines davon|alles davon|nichts davon
        """,
        "el": """
        Πεδίο|υποχρεωτικό|προαιρετικό|Απαιτήσεις|μόνο όταν|εκτός όταν|Σενάριο|είναι συμπληρωμένο|\
        δεν είναι συμπληρωμένο|τουλάχιστον ένα από|όλα από|κανένα από
        """,
        "en": """
        Field|required|optional|Requirements|only when|except when|Scenario|is filled in|is not filled in|\
        at least one of these|all of these|none of these
        """,
        "es": """
        Campo|obligatorio|opcional|Requisitos|solo cuando|excepto cuando|Escenario|está relleno|\
        no está relleno|al menos uno de estos|todos estos|ninguno de estos
        """,
        "fa": """
        فیلد|الزامی|اختیاری|الزامات|فقط وقتی|مگر وقتی|سناریو|پر شده است|پر نشده است|دست‌کم یکی از این‌ها|\
        همهٔ این‌ها|هیچ‌کدام از این‌ها
        """,
        "fi": """
        Kenttä|pakollinen|valinnainen|Vaatimukset|vain kun|paitsi kun|Tilanne|on täytetty|ei ole täytetty|\
        ainakin yksi näistä|kaikki nämä|ei mikään näistä
        """,
        "fr": """
        Champ|obligatoire|facultatif|Exigences|seulement si|sauf si|Scénario|est rempli|n’est pas rempli|\
        au moins un de ces points|tous ces points|aucun de ces points
        """,
        "he": "שדה|חובה|רשות|דרישות|רק כאשר|אלא אם כן|תרחיש|מולא|לא מולא|לפחות אחד מאלה|כל אלה|אף אחד מאלה",
        "hi": """
        फ़ील्ड|आवश्यक|वैकल्पिक|आवश्यकताएँ|केवल जब|सिवाय जब|परिदृश्य|भरा हुआ है|भरा हुआ नहीं है|\
        इनमें से कम से कम एक|ये सभी|इनमें से कोई नहीं
        """,
        "hu": """
        Mező|kötelező|nem kötelező|Követelmények|csak ha|kivéve ha|Forgatókönyv|ki van töltve|\
        nincs kitöltve|legalább az egyik|mindegyik|egyik sem
        """,
        "id": """
        Kolom|wajib|opsional|Persyaratan|hanya jika|kecuali jika|Skenario|terisi|tidak terisi|\
        setidaknya salah satu dari ini|semua ini|tidak satu pun dari ini
        """,
        "it": """
        Campo|obbligatorio|facoltativo|Requisiti|solo se|tranne se|Scenario|è compilato|non è compilato|\
        almeno uno di questi|tutti questi|nessuno di questi
        """,
        "ja": "項目|必須|任意|要件|次の場合のみ|次の場合を除く|シナリオ|入力されている|入力されていない|次のいずれか|次のすべて|次のいずれでもない",
        "ko": "항목|필수|선택|요구 사항|다음 경우에만|다음 경우 제외|시나리오|입력됨|입력되지 않음|다음 중 하나 이상|다음 모두|다음 중 어느 것도 아님",
        "nb": """
        Felt|påkrevd|valgfritt|Krav|bare når|unntatt når|Scenario|er fylt ut|er ikke fylt ut|\
        minst én av disse|alle disse|ingen av disse
        """,
        "nl": """
        Veld|verplicht|optioneel|Vereisten|alleen als|behalve als|Scenario|is ingevuld|is niet ingevuld|\
        minstens één hiervan|al deze|geen van deze
        """,
        "pl": """
        Pole|wymagane|opcjonalne|Wymagania|tylko gdy|z wyjątkiem gdy|Scenariusz|jest wypełnione|\
        nie jest wypełnione|co najmniej jedno z poniższych|wszystkie poniższe|żadne z poniższych
        """,
        "pt": """
        Campo|obrigatório|opcional|Requisitos|somente quando|exceto quando|Cenário|está preenchido|\
        não está preenchido|pelo menos um destes|todos estes|nenhum destes
        """,
        "ro": """
        Câmp|obligatoriu|opțional|Cerințe|numai când|cu excepția cazului când|Scenariu|este completat|\
        nu este completat|cel puțin una dintre acestea|toate acestea|niciuna dintre acestea
        """,
        "ru": """
        Поле|обязательно|необязательно|Требования|только если|кроме случаев, когда|Сценарий|заполнено|\
        не заполнено|хотя бы одно из условий|все условия|ни одно из условий
        """,
        "sv": """
        Fält|obligatoriskt|valfritt|Krav|endast när|utom när|Scenario|är ifyllt|är inte ifyllt|\
        minst ett av dessa|alla dessa|inget av dessa
        """,
        "th": """
        ฟิลด์|จำเป็น|ไม่บังคับ|ข้อกำหนด|เฉพาะเมื่อ|ยกเว้นเมื่อ|สถานการณ์|มีการกรอก|ไม่มีการกรอก|\
        อย่างน้อยหนึ่งข้อต่อไปนี้|ทุกข้อต่อไปนี้|ไม่ใช่ข้อใดต่อไปนี้
        """,
        "tr": """
        Alan|zorunlu|isteğe bağlı|Gereksinimler|yalnızca şu durumda|şu durum dışında|Senaryo|doldurulmuş|\
        doldurulmamış|bunlardan en az biri|bunların tümü|bunların hiçbiri
        """,
        "uk": """
        Поле|обов’язково|необов’язково|Вимоги|лише якщо|крім випадків, коли|Сценарій|заповнено|не заповнено|\
        хоча б одна з умов|усі умови|жодна з умов
        """,
        "vi": """
        Trường|bắt buộc|tùy chọn|Yêu cầu|chỉ khi|trừ khi|Tình huống|đã được điền|chưa được điền|\
        ít nhất một trong số này|tất cả những điều này|không điều nào trong số này
        """,
        "zh": "字段|必填|选填|要求|仅当|除非|场景|已填写|未填写|至少满足其一|全部满足|均不满足",
        "zh-Hant": "欄位|必填|選填|要求|僅當|除非|情境|已填寫|未填寫|至少符合其一|全部符合|皆不符合",
        "zh-TW": "欄位|必填|選填|要求|僅當|除非|情境|已填寫|未填寫|至少符合其一|全部符合|皆不符合",
    ]
}
