internal import ICUBridge

/// Unicode's text algorithms, independent of any locale.
public enum UnicodeText {
    /// The result of mapping a domain name by UTS #46, non-transitional.
    public struct MappedName: Sendable, Hashable {
        /// The mapped name.
        public let name: String
        /// ICU's bit set of the errors in the name; 0 for a valid one.
        public let errors: UInt32

        /// Whether the name is valid.
        public var isValid: Bool { errors == 0 }
    }

    /// The ASCII form of a domain name (`xn--bcher-kva.example` for `bücher.example`), in lowercase.
    public static func domainToASCII(_ name: String) -> MappedName? {
        map(name) { prv_icu_idna_to_ascii($0, false, $1, $2, $3) }
    }

    /// The Unicode form of a domain name, in lowercase.
    public static func domainToUnicode(_ name: String) -> MappedName? {
        map(name) { prv_icu_idna_to_unicode($0, false, $1, $2, $3) }
    }

    /// The full case folding of a string, for comparing; the result is not always in NFC.
    public static func foldedCase(_ text: String) -> String? {
        BridgeText.lend(text) { text in
            BridgeText.read { prv_icu_fold_case(text, $0, $1) }
        }
    }

    /// The string in lowercase by Unicode's full mapping, without locale rules; sigma at the end of a word is `ς`.
    public static func lowercased(_ text: String) -> String? {
        BridgeText.lend(text) { text in
            BridgeText.read { prv_icu_lowercase(text, $0, $1) }
        }
    }

    /// The string in uppercase by Unicode's full mapping, without locale rules.
    public static func uppercased(_ text: String) -> String? {
        BridgeText.lend(text) { text in
            BridgeText.read { prv_icu_uppercase(text, $0, $1) }
        }
    }

    /// The string in normalization form C.
    public static func nfc(_ text: String) -> String? {
        BridgeText.lend(text) { text in
            BridgeText.read { prv_icu_nfc(text, $0, $1) }
        }
    }

    /// The string in normalization form KC.
    public static func nfkc(_ text: String) -> String? {
        BridgeText.lend(text) { text in
            BridgeText.read { prv_icu_nfkc(text, $0, $1) }
        }
    }

    /// Whether a string is in normalization form C; ASCII is recognized without calling ICU.
    public static func isNFC(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 < 0x80 } || BridgeText.lend(text) { prv_icu_is_nfc($0) }
    }

    private static func map(
        _ name: String,
        _ function: (prv_icu_text, UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<CChar>?, Int32) -> Int32
    ) -> MappedName? {
        var errors: UInt32 = 0
        let mapped = BridgeText.lend(name) { name in
            BridgeText.read { function(name, &errors, $0, $1) }
        }
        return mapped.map { MappedName(name: $0, errors: errors) }
    }
}
