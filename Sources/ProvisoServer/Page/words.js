// The words around the form; labels, hints and messages come from the rules and their catalogs.
// rules | scenario | language | token | form | findings | record | what each rule did | state of the rules | valid | a mistake
const table = {
  ar: "القواعد|الحالة|اللغة|الرمز المميز|النموذج|النتائج|السجل|ما فعلته كل قاعدة|حالة القواعد|صالح|في ملف القواعد خطأ: القواعد السابقة لا تزال سارية.",
  cs: "Pravidla|Scénář|Jazyk|Token|Formulář|Nálezy|Záznam|Co které pravidlo udělalo|Stav pravidel|Platné|V souboru pravidel je chyba: dál platí předchozí pravidla.",
  da: "Regler|Scenarie|Sprog|Token|Formular|Fund|Post|Hvad hver regel gjorde|Reglernes tilstand|Gyldig|Der er en fejl i regelfilen: de tidligere regler gælder stadig.",
  de: "Regeln|Szenario|Sprache|Token|Formular|Befunde|Datensatz|Was jede Regel getan hat|Zustand der Regeln|Gültig|In der Regeldatei ist ein Fehler: Es gelten die Regeln von davor.",
  el: "Κανόνες|Σενάριο|Γλώσσα|Διακριτικό|Φόρμα|Ευρήματα|Εγγραφή|Τι έκανε κάθε κανόνας|Κατάσταση κανόνων|Έγκυρο|Υπάρχει λάθος στο αρχείο κανόνων: ισχύουν οι προηγούμενοι κανόνες.",
  en: "Rules|Scenario|Language|Token|Form|Findings|Record|What each rule did|State of the rules|Valid|There is a mistake in the rule file: the rules before it are still in force.",
  es: "Reglas|Escenario|Idioma|Token|Formulario|Resultados|Registro|Qué hizo cada regla|Estado de las reglas|Válido|Hay un error en el archivo de reglas: siguen vigentes las reglas anteriores.",
  fa: "قواعد|سناریو|زبان|توکن|فرم|یافته‌ها|رکورد|هر قاعده چه کرد|وضعیت قواعد|معتبر|در فایل قواعد خطایی هست: قواعد قبلی همچنان برقرارند.",
  fi: "Säännöt|Tilanne|Kieli|Tunniste|Lomake|Löydökset|Tietue|Mitä kukin sääntö teki|Sääntöjen tila|Kelpaa|Sääntötiedostossa on virhe: aiemmat säännöt ovat yhä voimassa.",
  fr: "Règles|Scénario|Langue|Jeton|Formulaire|Constats|Enregistrement|Ce qu’a fait chaque règle|État des règles|Valide|Le fichier de règles contient une erreur : les règles précédentes restent en vigueur.",
  he: "כללים|תרחיש|שפה|אסימון|טופס|ממצאים|רשומה|מה עשה כל כלל|מצב הכללים|תקין|יש טעות בקובץ הכללים: הכללים הקודמים עדיין בתוקף.",
  hi: "नियम|परिदृश्य|भाषा|टोकन|फ़ॉर्म|निष्कर्ष|रिकॉर्ड|हर नियम ने क्या किया|नियमों की स्थिति|मान्य|नियम फ़ाइल में गलती है: पहले के नियम अब भी लागू हैं।",
  hu: "Szabályok|Forgatókönyv|Nyelv|Token|Űrlap|Találatok|Rekord|Mit tettek az egyes szabályok|A szabályok állapota|Érvényes|Hiba van a szabályfájlban: a korábbi szabályok maradnak érvényben.",
  id: "Aturan|Skenario|Bahasa|Token|Formulir|Temuan|Rekaman|Apa yang dilakukan tiap aturan|Keadaan aturan|Valid|Ada kesalahan dalam berkas aturan: aturan sebelumnya masih berlaku.",
  it: "Regole|Scenario|Lingua|Token|Modulo|Risultati|Record|Che cosa ha fatto ogni regola|Stato delle regole|Valido|C’è un errore nel file delle regole: restano in vigore le regole precedenti.",
  ja: "ルール|シナリオ|言語|トークン|フォーム|検出結果|レコード|各ルールの動作|ルールの状態|有効|ルールファイルに誤りがあるため、以前のルールが引き続き適用されます。",
  ko: "규칙|시나리오|언어|토큰|양식|검사 결과|레코드|각 규칙의 동작|규칙 상태|유효함|규칙 파일에 오류가 있어 이전 규칙이 계속 적용됩니다.",
  nb: "Regler|Scenario|Språk|Token|Skjema|Funn|Post|Hva hver regel gjorde|Reglenes tilstand|Gyldig|Det er en feil i regelfilen: de tidligere reglene gjelder fortsatt.",
  nl: "Regels|Scenario|Taal|Token|Formulier|Bevindingen|Record|Wat elke regel deed|Toestand van de regels|Geldig|Er staat een fout in het regelbestand: de eerdere regels blijven gelden.",
  pl: "Reguły|Scenariusz|Język|Token|Formularz|Wyniki|Rekord|Co zrobiła każda reguła|Stan reguł|Poprawne|W pliku reguł jest błąd: nadal obowiązują poprzednie reguły.",
  pt: "Regras|Cenário|Idioma|Token|Formulário|Resultados|Registro|O que cada regra fez|Estado das regras|Válido|Há um erro no arquivo de regras: as regras anteriores continuam em vigor.",
  ro: "Reguli|Scenariu|Limbă|Token|Formular|Constatări|Înregistrare|Ce a făcut fiecare regulă|Starea regulilor|Valid|Fișierul de reguli conține o greșeală: regulile anterioare rămân în vigoare.",
  ru: "Правила|Сценарий|Язык|Токен|Форма|Замечания|Запись|Что сделало каждое правило|Состояние правил|Верно|В файле правил ошибка: действуют прежние правила.",
  sv: "Regler|Scenario|Språk|Token|Formulär|Fynd|Post|Vad varje regel gjorde|Reglernas tillstånd|Giltig|Det finns ett fel i regelfilen: de tidigare reglerna gäller fortfarande.",
  th: "กฎ|สถานการณ์|ภาษา|โทเค็น|แบบฟอร์ม|สิ่งที่พบ|ระเบียน|แต่ละกฎทำอะไร|สถานะของกฎ|ถูกต้อง|ไฟล์กฎมีข้อผิดพลาด: กฎก่อนหน้ายังมีผลอยู่",
  tr: "Kurallar|Senaryo|Dil|Belirteç|Form|Bulgular|Kayıt|Her kuralın yaptığı|Kuralların durumu|Geçerli|Kural dosyasında bir hata var: önceki kurallar geçerli olmaya devam ediyor.",
  uk: "Правила|Сценарій|Мова|Токен|Форма|Зауваження|Запис|Що зробило кожне правило|Стан правил|Дійсно|У файлі правил помилка: діють попередні правила.",
  vi: "Quy tắc|Tình huống|Ngôn ngữ|Mã thông báo|Biểu mẫu|Kết quả|Bản ghi|Mỗi quy tắc đã làm gì|Trạng thái quy tắc|Hợp lệ|Tệp quy tắc có lỗi: các quy tắc trước đó vẫn có hiệu lực.",
  zh: "规则|场景|语言|令牌|表单|检查结果|记录|每条规则的处理|规则状态|有效|规则文件有错误：先前的规则仍然有效。",
  "zh-Hant": "規則|情境|語言|權杖|表單|檢查結果|記錄|每條規則的處理|規則狀態|有效|規則檔案有錯誤：先前的規則仍然有效。",
};
const names = ["rules", "scenario", "language", "token", "form", "findings", "record", "why", "state", "valid", "stale"];

// The words by their names, in the language of a tag or in English, and the language that they are in.
export function wordsFor(tag) {
  const { language, script } = new Intl.Locale(tag).maximize();
  const found = [`${language}-${script}`, language].find((name) => table[name]) ?? "en";
  const words = table[found].split("|");
  return { tag: found, ...Object.fromEntries(names.map((name, index) => [name, words[index]])) };
}
