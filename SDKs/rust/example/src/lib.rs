//! The rule type `rust/issn`: an International Standard Serial Number (ISO 3297), or a list of them.
use proviso_plugin::{Call, Kind, Options, Parameter, Refusal, Rule, Value, Verdict};
use std::ffi::CStr;

struct Issn {
    hyphen: String,
    prefixes: Vec<String>,
}

enum Problem {
    Format,
    Checksum(String),
    Prefix,
}

impl Rule for Issn {
    const TYPE: &'static CStr = c"rust/issn";

    fn new(options: &Options) -> Result<Self, Refusal> {
        let prefixes = options.texts("prefixes");
        if prefixes.iter().any(|prefix| prefix.is_empty() || !prefix.bytes().all(|byte| byte.is_ascii_digit())) {
            return Err(Refusal::new(c"prefixes", c"A prefix must be one or more digits."));
        }
        let hyphen = options.find("hyphen").map_or("optional", |value| value.text());
        Ok(Issn { hyphen: hyphen.into(), prefixes })
    }

    fn validate(&self, value: Value, call: &mut Call) -> Verdict {
        if value.kind() == Kind::List {
            let wrong = value.items().position(|item| item.kind() != Kind::Text || self.check(item.text()).is_err());
            return wrong.map_or(Verdict::Valid, |index| {
                call.report(c"issn.item", &[Parameter::integer(c"index", index as i64)])
            });
        }
        match self.check(value.text()) {
            Ok(()) => Verdict::Valid,
            Err(Problem::Format) => call.report(c"issn.format", &[]),
            Err(Problem::Checksum(expected)) => call.report(c"issn.checksum", &[Parameter::text(c"expected", &expected)]),
            Err(Problem::Prefix) => {
                let list: Vec<_> = self.prefixes.iter().map(|prefix| Parameter::text(c"prefixes", prefix)).collect();
                call.report(c"issn.prefix", &list)
            }
        }
    }
}

impl Issn {
    fn check(&self, text: &str) -> Result<(), Problem> {
        let mut digits = text.as_bytes().to_vec();
        let has_hyphen = digits.len() == 9 && digits[4] == b'-';
        if has_hyphen { digits.remove(4); }
        let hyphen = if has_hyphen { self.hyphen != "forbidden" } else { self.hyphen != "required" };
        let last = digits.get(7).copied().unwrap_or(0);
        if !hyphen || digits.len() != 8 || !digits[..7].iter().all(u8::is_ascii_digit) || !(last.is_ascii_digit() || last == b'X') {
            return Err(Problem::Format);
        }
        let sum: usize = (0..7).map(|place| (digits[place] - b'0') as usize * (8 - place)).sum();
        let expected = b"0123456789X"[(11 - sum % 11) % 11];
        if last != expected { return Err(Problem::Checksum((expected as char).into())) }
        let allowed = self.prefixes.is_empty() || self.prefixes.iter().any(|prefix| digits.starts_with(prefix.as_bytes()));
        if allowed { Ok(()) } else { Err(Problem::Prefix) }
    }
}

proviso_plugin::plugin! {
    id: c"org.example.issn-rust",
    manifest: include_str!("../manifest.json"),
    rules: [Issn],
    catalogs: [(c"en", include_str!("../en.arb")), (c"de", include_str!("../de.arb"))],
}
