//! A plugin in Rust, without a crate: the rule type `example/isbn`. Build it with
//! `rustc --edition 2021 --crate-type cdylib -C opt-level=3 -C panic=unwind isbn.rs -o isbn.so`.
//!
//! The file in order: the part of proviso.h it needs, the manifest, the check, what C calls, what the host reads.
use std::ffi::{c_char, c_void};
use std::panic::{catch_unwind, AssertUnwindSafe};

#[repr(C)]
pub struct Value {
    kind: u32,
    flags: u32,
    /// The one member of the union that this plugin reads.
    text: *const u8,
    length: u64,
}

/// The host's table, as far as this plugin reads it.
#[repr(C)]
pub struct Host {
    size: u32,
    minor: u32,
    name: *const c_char,
    version: *const c_char,
    log: *const c_void,
    list_item: *const c_void,
    object_member: *const c_void,
    object_find: Option<unsafe extern "C" fn(*const Value, *const u8, u64) -> *const Value>,
}

type Report = unsafe extern "C" fn(*mut Call, u64, *const c_char, *const c_void, u64);

#[repr(C)]
pub struct Call {
    size: u32,
    reserved: u32,
    host: *const Host,
    deadline: u64,
    cancelled: *const i32,
    report: Option<Report>,
}

#[repr(C)]
pub struct Failure {
    size: u32,
    reserved: u32,
    option: *const c_char,
    reason: *const c_char,
}

type Create = unsafe extern "C" fn(*const Host, *const Rule, *const Value, *mut *mut c_void, *mut Failure) -> i32;

#[repr(C)]
pub struct Rule {
    size: u32,
    reserved: u32,
    name: *const c_char,
    create: Option<Create>,
    validate: Option<unsafe extern "C" fn(*const c_void, *const Value, *mut Call) -> i32>,
    validate_batch: *const c_void,
    destroy: Option<unsafe extern "C" fn(*mut c_void)>,
}

#[repr(C)]
pub struct Catalog {
    locale: *const c_char,
    text: *const u8,
    length: u64,
}

#[repr(C)]
pub struct Plugin {
    size: u32,
    minor: u32,
    least_host_minor: u32,
    reserved: u32,
    id: *const c_char,
    rules: *const &'static Rule,
    rule_count: u64,
    catalogs: *const Catalog,
    catalog_count: u64,
    init: Option<unsafe extern "C" fn(*const Host) -> i32>,
    deinit: *const c_void,
    extension: *const c_void,
}

// What the host reads is never written to.
unsafe impl Sync for Rule {}
unsafe impl Sync for Catalog {}
unsafe impl Sync for Plugin {}

const TEXT: u32 = 7;
const VALID: i32 = 0;
const INVALID: i32 = 1;
const FAULT_ARGUMENT: i32 = -2;
const FAULT_EXCEPTION: i32 = -6;

const MANIFEST: &str = r#"{
  "id": "org.example.isbn",
  "version": "1.0",
  "locales": ["en", "de"],
  "rules": [{
    "type": "example/isbn",
    "summary": "A book number (ISBN) with a right check digit; hyphens are allowed.",
    "kinds": ["text"],
    "invalidCode": "isbn.format",
    "options": {
      "form": {"kinds": ["text"], "values": ["isbn10", "isbn13"], "summary": "Its form. Without it, both."}
    },
    "codes": {"isbn.format": [], "isbn.checksum": []},
    "examples": [
      {"value": "978-3-16-148410-0", "valid": true},
      {"value": "9783161484101", "code": "isbn.checksum"},
      {"value": "9783161484100", "options": {"form": "isbn10"}, "code": "isbn.format"}
    ]
  }]
}"#;

#[repr(C)]
struct Note {
    owner_size: u32,
    size: u32,
    kind: u32,
    owner: [u8; 8],
    major: u32,
    minor: u32,
    text: [u8; MANIFEST_SIZE],
}

const MANIFEST_SIZE: usize = MANIFEST.len().div_ceil(4) * 4;

#[used]
#[link_section = ".note.proviso"]
static NOTE: Note = Note {
    owner_size: 8,
    size: 8 + MANIFEST_SIZE as u32,
    kind: 1,
    owner: *b"Proviso\0",
    major: 1,
    minor: 0,
    text: padded(MANIFEST),
};

const fn padded(text: &str) -> [u8; MANIFEST_SIZE] {
    let mut bytes = [0; MANIFEST_SIZE];
    let mut index = 0;
    while index < text.len() {
        bytes[index] = text.as_bytes()[index];
        index += 1;
    }
    bytes
}

/// One use of the rule: which forms it takes.
struct Isbn {
    ten: bool,
    thirteen: bool,
}

impl Isbn {
    /// The problem, as a code.
    fn check(&self, text: &[u8]) -> Option<&'static std::ffi::CStr> {
        let mut digits = Vec::with_capacity(13);
        for (index, byte) in text.iter().enumerate() {
            match byte {
                b'0'..=b'9' => digits.push(u32::from(byte - b'0')),
                b'X' if digits.len() == 9 => digits.push(10),
                b'-' if index > 0 && index + 1 < text.len() && text[index - 1] != b'-' => {}
                _ => return Some(c"isbn.format"),
            }
            if digits.len() > 13 {
                return Some(c"isbn.format");
            }
        }
        let right = match digits.len() {
            10 if self.ten => digits.iter().zip(1..).map(|(digit, place)| digit * place).sum::<u32>() % 11 == 0,
            13 if self.thirteen && !digits.contains(&10) => {
                digits.iter().zip([1, 3].iter().cycle()).map(|(digit, weight)| digit * weight).sum::<u32>() % 10 == 0
            }
            _ => return Some(c"isbn.format"),
        };
        (!right).then_some(c"isbn.checksum")
    }
}

/// The bytes of a string; `None` for another kind.
unsafe fn bytes<'a>(value: &'a Value) -> &'a [u8] {
    if value.kind != TEXT || value.length == 0 {
        return &[];
    }
    std::slice::from_raw_parts(value.text, value.length as usize)
}

/// A panic must not leave a function that C called.
fn guarded(body: impl FnOnce() -> i32) -> i32 {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or(FAULT_EXCEPTION)
}

unsafe extern "C" fn init(_: *const Host) -> i32 {
    // This library has a hook of its own: a plugin prints nothing.
    guarded(|| {
        std::panic::set_hook(Box::new(|_| {}));
        0
    })
}

unsafe extern "C" fn create(
    host: *const Host, _: *const Rule, options: *const Value, instance: *mut *mut c_void, failure: *mut Failure,
) -> i32 {
    guarded(|| {
        let Some(find) = (*host).object_find else { return FAULT_ARGUMENT };
        let form = find(options, b"form".as_ptr(), 4).as_ref().map(|form| bytes(form));
        let made = match form {
            None => Isbn { ten: true, thirteen: true },
            Some(b"isbn10") => Isbn { ten: true, thirteen: false },
            Some(b"isbn13") => Isbn { ten: false, thirteen: true },
            Some(_) => {
                if let Some(failure) = failure.as_mut() {
                    failure.option = c"form".as_ptr();
                    failure.reason = c"It must be isbn10 or isbn13.".as_ptr();
                }
                return FAULT_ARGUMENT;
            }
        };
        *instance = Box::into_raw(Box::new(made)).cast();
        0
    })
}

unsafe extern "C" fn validate(instance: *const c_void, value: *const Value, call: *mut Call) -> i32 {
    guarded(|| {
        let rule = &*instance.cast::<Isbn>();
        let Some(code) = rule.check(bytes(&*value)) else { return VALID };
        if let Some(report) = (*call).report {
            report(call, 0, code.as_ptr(), std::ptr::null(), 0);
        }
        INVALID
    })
}

unsafe extern "C" fn destroy(instance: *mut c_void) {
    guarded(|| {
        drop(Box::from_raw(instance.cast::<Isbn>()));
        0
    });
}

const EN: &str = r#"{"@@locale": "en", "isbn.format": "{attribute} is not an ISBN.",
    "isbn.checksum": "{attribute} has a wrong check digit."}"#;
const DE: &str = r#"{"@@locale": "de", "isbn.format": "{attribute} ist keine ISBN.",
    "isbn.checksum": "{attribute} hat eine falsche Prüfziffer."}"#;

static ISBN: Rule = Rule {
    size: size_of::<Rule>() as u32,
    reserved: 0,
    name: c"example/isbn".as_ptr(),
    create: Some(create),
    validate: Some(validate),
    validate_batch: std::ptr::null(),
    destroy: Some(destroy),
};

static RULES: [&Rule; 1] = [&ISBN];

static CATALOGS: [Catalog; 2] = [
    Catalog { locale: c"en".as_ptr(), text: EN.as_ptr(), length: EN.len() as u64 },
    Catalog { locale: c"de".as_ptr(), text: DE.as_ptr(), length: DE.len() as u64 },
];

static PLUGIN: Plugin = Plugin {
    size: size_of::<Plugin>() as u32,
    minor: 0,
    least_host_minor: 0,
    reserved: 0,
    id: c"org.example.isbn".as_ptr(),
    rules: RULES.as_ptr(),
    rule_count: 1,
    catalogs: CATALOGS.as_ptr(),
    catalog_count: 2,
    init: Some(init),
    deinit: std::ptr::null(),
    extension: std::ptr::null(),
};

#[no_mangle]
pub extern "C" fn proviso_plugin_entry_v1(_: *const Host) -> *const Plugin {
    &PLUGIN
}
