/// Words of languages that no catalog can teach: what negates, whom a word speaks to, and which words may be doubled.
///
/// A pattern with `*` at its end, beginning or both matches a part of a word; languages without spaces have parts of
/// sentences.
enum LanguageTables {
    /// Words that negate a sentence.
    static let negating: [String: String] = [
        "af": "nie geen sonder nóg", "am": "አይ* አል* ያል* የማይ* የለ* ሊሆን* እንዳይ* ሳይ* ያለ* የለበት* *የለበትም",
        "ar": "لا ليس ليست لم لن غير بدون دون ليسا ألا",
        "az": "*mamalı* *məməli* deyil *madı* *mədi* *mır* *mir* *maz* *məz* *mayan* *məyən* *olmayan*",
        "be": "не няма нельга без ні", "bg": "не няма без нито", "bn": "না নয় নেই নি ছাড়া",
        "bs": "ne nije nisu bez niti ni nema",
        "ca": "no ni sense", "ceb": "dili dili* wala walay ayaw", "ckb": "نا* نه* نی* نابێت ناکرێت بێ",
        "cs": "ne* bez ani",
        "cy": "ddim nid ni na heb peidio nac amhosibl", "da": "ikke uden ingen intet hverken",
        "de": "nicht kein* ohne weder",
        "el": "δεν μην μη δε χωρίς", "en": "not cannot no without nor never", "es": "no sin ni tampoco",
        "et": "ei ilma mitte ega pole *mata",
        "eu": "ez ezin gabe ezta", "fa": "نباید نمی* نیست ندارد نشد نشده* بدون",
        "fi": "ei eivät ilman älä *maton *mätön", "fil": "hindi huwag wala walang di",
        "fr": "ne n pas ni sans aucun aucune jamais", "ga": "ní níl gan nach ná níor nár níorbh", "gl": "non sen nin",
        "gu": "ન નહીં નથી નહિ વિના વગર", "ha": "ba ba* kada bai babu", "he": "לא אין אינו אינה אינם ללא בלי אסור",
        "hi": "नहीं न बिना मत ना",
        "hr": "ne nije nisu bez niti ni nema", "hu": "nem ne nincs nélkül sem tilos *talan *telen", "hy": "չ* ոչ առանց",
        "id": "tidak bukan tanpa jangan belum",
        "ig": "* adịghị ghị *ghị enweghị", "is": "ekki án engin* hvorki", "it": "non senza né nessun*",
        "ja": "ない ません なし 不 無 未 以外 禁",
        "jv": "ora dudu tanpa aja boten mboten", "ka": "არ ვერ არა გარეშე ნუ",
        "kk": "*май* *мей* *бай* *бей* *пай* *пей* емес жоқ *мау* *меу* *бау* *беу* *пау* *пеу*",
        "km": "មិន គ្មាន ដោយគ្មាន ពុំ កុំ",
        "kn": "*ಬಾರದು *ಲ್ಲ *ಿಲ್ಲ* ಅಲ್ಲ ಇಲ್ಲ*", "ko": "않 없 아니 안 못 마세 마십 수없", "ku": "ne* na* nî* bê",
        "ky": "*бош* *бөш* *баш* *беш* *бой* *байт* *бейт* эмес жок", "lo": "ບໍ່ ບໍ ຫ້າມ", "lt": "ne* be nė nėra *ne*",
        "lv": "ne* bez nav", "mg": "tsy tsia", "mk": "не нема без ниту", "ml": "*രുത് *ല്ല *ില്ല* *ാത്ത* *ാതെ",
        "mn": "биш *гүй* бүү болохгүй", "mr": "नाही* नये नसा* विना शिवाय",
        "ms": "tidak bukan tanpa jangan belum", "my": "မ ဘဲ", "nb": "ikke uten ingen hverken",
        "ne": "हुँदैन छैन* होइन बिना *ैन *दैन न", "nl": "niet geen zonder noch",
        "nn": "ikkje utan ingen", "om": "hin* miti malee", "or": "ନାହିଁ ନୁହେଁ ବିନା ନ", "pa": "ਨਹੀਂ ਨਾ ਬਿਨਾਂ", "pl": "nie bez ani",
        "ps": "نه نا* بې نشي مه", "pt": "não sem nem", "ro": "nu n fără nici", "ru": "не нет без нельзя ни невозможно",
        "rw": "nti* ti* si ata* uta* adafite *da*",
        "sd": "نه نٿو ناهي نٿي ڪونه بغير", "si": "නො* නැ* නොවිය* රහිත* බැ*", "sk": "ne* bez nie ani",
        "sl": "ne ni niso brez niti", "so": "ma aan *in la'aan ha",
        "sq": "nuk s mos jo pa as", "sr": "не није нису без нити ни нема ne nije nisu bez niti ni nema",
        "su": "teu henteu lain tanpa ulah moal", "sv": "inte ej utan ingen inget varken",
        "sw": "si ha* bila hapana *si* u*",
        "ta": "*க்கூடாது *ாது *ல்லை* *ாத* அல்ல இல்ல* இன்றி", "te": "*కూడదు *లేదు* కాదు* *ని* లేకుండా *రాదు*",
        "tg": "набояд намешавад наметавон* нашуд* нест надорад нагузошт*", "th": "ไม่ ห้าม มิ ไร้",
        "tk": "däl ýok *maýar *meýär *mady *medi", "tr": "değil* *ma* *me* *maz* yok *sız* *siz*",
        "ug": "*ماسلىقى* *مەسلىكى* *مايدۇ *مەيدۇ ئەمەس يوق", "uk": "не немає нема без ні неможливо",
        "ur": "نہیں نہ بغیر بنا", "uz": "*ma* emas yo yoʻq", "vi": "không chưa đừng chẳng",
        "xh": "*nga* *ng* aka* ayi* akuk* ngaphandle", "yo": "kò kì kí má láìsí ko ti", "zh": "不 未 没 沒 无 無 非 禁 勿",
        "zu": "*nga* aku* aka* ayi* ngaphandle", "as": "নাই নহয় নোৱা* *নাই", "yi": "נישט קיין אן",
    ]

    /// Words that are written twice on purpose.
    static let reduplicated: [String: Set<String>] = [
        "fr": ["nous", "vous"], "en": ["that", "had"], "hi": ["अलग", "एक", "कुछ"], "ur": ["الگ", "ایک"],
        "bn": ["আলাদা", "এক"],
        "mr": ["वेगवेगळे", "एक"], "pa": ["ਵੱਖ"], "gu": ["અલગ"], "ne": ["फरक", "अलग"], "ta": ["வேறு"], "te": ["వేరు"],
        "tr": ["ayrı", "tek", "teker"], "az": ["ayrı", "tək"], "hy": ["առանձին"], "ka": ["სხვა"], "sw": ["mbali"],
        "vi": ["từng"],
        "ky": ["өз"], "kk": ["бір"], "uz": ["alohida"], "kn": ["ಬೇರೆ"], "ml": ["വേറെ"], "or": ["ଅଲଗା"], "as": ["বেলেগ"],
        "rw": ["kimwe"], "zu": ["ngamunye"], "ha": ["daban"], "so": ["kala"], "jv": ["siji"], "my": ["တစ်"],
    ]
}
