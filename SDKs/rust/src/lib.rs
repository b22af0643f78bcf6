//! Plugins for Proviso: a rule type is a type that implements [`Rule`].
//!
//! ```ignore
//! struct Even;
//!
//! impl proviso_plugin::Rule for Even {
//!     const TYPE: &'static CStr = c"example/even";
//!     fn new(_: &Options) -> Result<Self, Refusal> { Ok(Even) }
//!     fn validate(&self, value: Value, call: &mut Call) -> Verdict {
//!         if value.integer() % 2 == 0 { Verdict::Valid } else { call.report(c"even.odd", &[]) }
//!     }
//! }
//!
//! proviso_plugin::plugin! { id: c"org.example.even", manifest: r#"{ … }"#, rules: [Even], catalogs: [(c"en", EN)] }
//! ```
//!
//! A panic becomes a fault of the value; it never reaches the host.
#![cfg_attr(not(feature = "std"), no_std)]
extern crate alloc;

pub mod abi;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::ffi::{c_void, CStr};
use core::marker::PhantomData;
use core::{ptr, slice, str};

/// A rule type: an instance is one use of it in a rule set.
pub trait Rule: Sized + Send + Sync + 'static {
    /// As in the manifest: `vendor/name`.
    const TYPE: &'static CStr;
    /// Makes an instance from options that were checked against the manifest.
    fn new(options: &Options) -> Result<Self, Refusal>;
    /// Validates a value of one of the kinds in the manifest. Called from any thread.
    fn validate(&self, value: Value, call: &mut Call) -> Verdict;
}

/// The result of a rule for a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Valid = 0,
    Invalid = 1,
    NotApplicable = 2,
}

/// Why options cannot be used.
pub struct Refusal {
    option: &'static CStr,
    reason: &'static CStr,
}

impl Refusal {
    /// `reason` is one sentence for the author of the rule.
    pub fn new(option: &'static CStr, reason: &'static CStr) -> Self {
        Refusal { option, reason }
    }
}

/// The kind of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Absent,
    Null,
    Boolean,
    Integer,
    Unsigned,
    Double,
    Decimal,
    Text,
    Bytes,
    List,
    Object,
    /// A kind of a later version: a rule does not accept it.
    Unknown,
}

/// A value of the host, valid during the call that passed it.
#[derive(Clone, Copy)]
pub struct Value<'a> {
    raw: &'a abi::Value,
    host: &'a abi::Host,
}

impl<'a> Value<'a> {
    pub fn kind(self) -> Kind {
        use Kind::*;
        let all = [Absent, Null, Boolean, Integer, Unsigned, Double, Decimal, Text, Bytes, List, Object];
        all.get(self.raw.kind as usize).copied().unwrap_or(Unknown)
    }

    /// The bytes of a string, of bytes or of a decimal; empty for another kind.
    pub fn bytes(self) -> &'a [u8] {
        match self.kind() {
            Kind::Text | Kind::Bytes | Kind::Decimal if self.raw.length > 0 => unsafe {
                slice::from_raw_parts(self.raw.payload.text, self.raw.length as usize)
            },
            _ => &[],
        }
    }

    /// The string; empty for another kind. The host's strings are well-formed.
    pub fn text(self) -> &'a str {
        if self.kind() == Kind::Bytes { "" } else { str::from_utf8(self.bytes()).unwrap_or("") }
    }

    /// The integer; 0 for another kind.
    pub fn integer(self) -> i64 {
        if self.kind() == Kind::Integer { unsafe { self.raw.payload.integer } } else { 0 }
    }

    /// The number as a double; 0 for another kind.
    pub fn number(self) -> f64 {
        match self.kind() {
            Kind::Double => unsafe { self.raw.payload.number },
            Kind::Integer => unsafe { self.raw.payload.integer as f64 },
            Kind::Unsigned => unsafe { self.raw.payload.unsigned_integer as f64 },
            _ => 0.0,
        }
    }

    pub fn boolean(self) -> bool {
        self.kind() == Kind::Boolean && unsafe { self.raw.payload.unsigned_integer != 0 }
    }

    /// The number of items or members.
    pub fn len(self) -> u64 {
        if matches!(self.kind(), Kind::List | Kind::Object) { self.raw.length } else { 0 }
    }

    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// An item of a list.
    pub fn item(self, index: u64) -> Option<Value<'a>> {
        let found = unsafe { (self.host.list_item?)(self.raw, index) };
        self.wrap(found)
    }

    /// The items of a list.
    pub fn items(self) -> impl Iterator<Item = Value<'a>> {
        let count = if self.kind() == Kind::List { self.len() } else { 0 };
        (0..count).filter_map(move |index| self.item(index))
    }

    /// The first member of an object with a key.
    pub fn find(self, key: &str) -> Option<Value<'a>> {
        let found = unsafe { (self.host.object_find?)(self.raw, key.as_ptr(), key.len() as u64) };
        self.wrap(found)
    }

    /// The members of an object, in the order of the data.
    pub fn members(self) -> impl Iterator<Item = (&'a str, Value<'a>)> {
        let count = if self.kind() == Kind::Object { self.len() } else { 0 };
        (0..count).filter_map(move |index| unsafe {
            let (mut key, mut length) = (ptr::null(), 0);
            let found = (self.host.object_member?)(self.raw, index, &mut key, &mut length);
            let name = if length == 0 { &[] } else { slice::from_raw_parts(key, length as usize) };
            Some((str::from_utf8(name).unwrap_or(""), self.wrap(found)?))
        })
    }

    fn wrap(self, found: *const abi::Value) -> Option<Value<'a>> {
        unsafe { found.as_ref() }.map(|raw| Value { raw, host: self.host })
    }
}

/// The options of a rule.
pub struct Options<'a>(Value<'a>);

impl<'a> Options<'a> {
    pub fn find(&self, name: &str) -> Option<Value<'a>> {
        self.0.find(name)
    }

    /// The strings of an option that is a string or a list of strings.
    pub fn texts(&self, name: &str) -> Vec<String> {
        match self.find(name) {
            Some(value) if value.kind() == Kind::Text => alloc::vec![value.text().into()],
            Some(value) => value.items().map(|item| item.text().into()).collect(),
            None => Vec::new(),
        }
    }

    /// Writes a line to the host's log.
    pub fn log(&self, severity: Severity, text: &str) {
        log(self.0.host, severity, text);
    }
}

/// The severity of a log line.
#[derive(Clone, Copy)]
pub enum Severity {
    Debug = 0,
    Info = 1,
    Warning = 2,
    Error = 3,
}

fn log(host: &abi::Host, severity: Severity, text: &str) {
    if let Some(log) = host.log {
        unsafe { log(host, severity as u32, text.as_ptr(), text.len() as u64) }
    }
}

/// A named value of a violation. A list of strings is passed as several parameters with one name.
pub struct Parameter<'a> {
    raw: abi::Parameter,
    lifetime: PhantomData<&'a str>,
}

impl<'a> Parameter<'a> {
    fn new(name: &'static CStr, kind: Kind, payload: abi::Payload, length: u64) -> Self {
        let value = abi::Value { kind: kind as u32, flags: 0, payload, length };
        Parameter { raw: abi::Parameter { name: name.as_ptr(), value }, lifetime: PhantomData }
    }
    pub fn text(name: &'static CStr, text: &'a str) -> Self {
        Self::new(name, Kind::Text, abi::Payload { text: text.as_ptr() }, text.len() as u64)
    }
    pub fn integer(name: &'static CStr, integer: i64) -> Self {
        Self::new(name, Kind::Integer, abi::Payload { integer }, 0)
    }
    pub fn number(name: &'static CStr, number: f64) -> Self {
        Self::new(name, Kind::Double, abi::Payload { number }, 0)
    }
    pub fn boolean(name: &'static CStr, flag: bool) -> Self {
        Self::new(name, Kind::Boolean, abi::Payload { unsigned_integer: flag as u64 }, 0)
    }
}

/// One call of [`Rule::validate`].
pub struct Call<'a> {
    raw: *mut abi::Call,
    host: &'a abi::Host,
}

impl<'a> Call<'a> {
    /// Reports a violation, if the host wants to know it; returns [`Verdict::Invalid`].
    pub fn report(&mut self, code: &CStr, parameters: &[Parameter]) -> Verdict {
        let list: Vec<abi::Parameter> = parameters.iter().map(|parameter| parameter.raw).collect();
        unsafe {
            if let Some(report) = (*self.raw).report {
                report(self.raw, 0, code.as_ptr(), list.as_ptr(), list.len() as u64);
            }
        }
        Verdict::Invalid
    }

    /// Whether the result is no longer needed: work of more than a few milliseconds looks at it.
    pub fn is_cancelled(&self) -> bool {
        unsafe { (*self.raw).cancelled.as_ref().is_some_and(|flag| ptr::read_volatile(flag) != 0) }
    }

    /// When the call must have returned, in nanoseconds of CLOCK_MONOTONIC; 0 is "no limit".
    pub fn deadline(&self) -> u64 {
        unsafe { (*self.raw).deadline }
    }

    /// What the manifest's `reads` names; `None` on a host before 1.1.
    pub fn record(&self) -> Option<Value<'a>> {
        unsafe {
            let end = core::mem::offset_of!(abi::Call, record) + size_of::<*const abi::Value>();
            if ((*self.raw).size as usize) < end { return None }
            (*self.raw).record.as_ref().map(|raw| Value { raw, host: self.host })
        }
    }

    /// Writes a line to the host's log.
    pub fn log(&self, severity: Severity, text: &str) {
        log(self.host, severity, text);
    }
}

/// What [`plugin!`] uses.
pub mod glue {
    use super::*;

    #[cfg(feature = "std")]
    fn guarded(body: impl FnOnce() -> i32) -> i32 {
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(body)).unwrap_or(abi::FAULT_EXCEPTION)
    }

    #[cfg(not(feature = "std"))]
    fn guarded(body: impl FnOnce() -> i32) -> i32 {
        body()
    }

    /// The library has its own panic hook: a plugin prints nothing.
    pub unsafe extern "C" fn init(_: *const abi::Host) -> i32 {
        #[cfg(feature = "std")]
        std::panic::set_hook(std::boxed::Box::new(|_| {}));
        0
    }

    pub unsafe extern "C" fn create<R: Rule>(
        host: *const abi::Host, _: *const abi::Rule, options: *const abi::Value, instance: *mut *mut c_void,
        failure: *mut abi::Failure,
    ) -> i32 {
        guarded(|| match R::new(&Options(Value { raw: &*options, host: &*host })) {
            Ok(rule) => {
                *instance = Box::into_raw(Box::new(rule)).cast();
                0
            }
            Err(refusal) => {
                if let Some(failure) = failure.as_mut() {
                    failure.option = refusal.option.as_ptr();
                    failure.reason = refusal.reason.as_ptr();
                }
                abi::FAULT_ARGUMENT
            }
        })
    }

    pub unsafe extern "C" fn validate<R: Rule>(
        instance: *const c_void, value: *const abi::Value, call: *mut abi::Call,
    ) -> i32 {
        guarded(|| {
            let host = &*(*call).host;
            (*instance.cast::<R>()).validate(Value { raw: &*value, host }, &mut Call { raw: call, host }) as i32
        })
    }

    pub unsafe extern "C" fn validate_batch<R: Rule>(
        instance: *const c_void, values: *const abi::Value, stride: u64, count: u64, verdicts: *mut u8,
        raw: *mut abi::Call,
    ) -> i32 {
        guarded(|| {
            let host = &*(*raw).host;
            let mut call = Call { raw, host };
            for row in 0..count as usize {
                if call.is_cancelled() { return abi::FAULT_CANCELLED }
                let value = &*values.cast::<u8>().add(row * stride as usize).cast::<abi::Value>();
                *verdicts.add(row) = (*instance.cast::<R>()).validate(Value { raw: value, host }, &mut call) as u8;
            }
            0
        })
    }

    pub unsafe extern "C" fn destroy<R: Rule>(instance: *mut c_void) {
        guarded(|| {
            drop(Box::from_raw(instance.cast::<R>()));
            0
        });
    }

    pub const fn rule<R: Rule>() -> abi::Rule {
        abi::Rule {
            size: size_of::<abi::Rule>() as u32, reserved: 0, name: R::TYPE.as_ptr(), create: Some(create::<R>),
            validate: Some(validate::<R>), validate_batch: Some(validate_batch::<R>), destroy: Some(destroy::<R>),
        }
    }

    /// The text of a manifest, with NULs up to a multiple of four bytes.
    pub const fn padded<const SIZE: usize>(text: &str) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        let mut index = 0;
        while index < text.len() {
            bytes[index] = text.as_bytes()[index];
            index += 1;
        }
        bytes
    }
}

/// Defines the plugin: its manifest, its rule types in any order, and its catalogs.
#[macro_export]
macro_rules! plugin {
    (id: $id:expr, manifest: $manifest:expr, rules: [$($rule:ty),+ $(,)?], catalogs: [$(($locale:expr, $text:expr)),* $(,)?] $(,)?) => {
        const _: () = {
            use $crate::{abi, glue};
            const MANIFEST: &str = $manifest;
            const SIZE: usize = MANIFEST.len().div_ceil(4) * 4;
            #[used]
            #[link_section = ".note.proviso"]
            static NOTE: abi::Note<SIZE> = abi::Note {
                owner_size: 8, size: 8 + SIZE as u32, kind: 1, owner: *b"Proviso\0", major: abi::MAJOR,
                minor: abi::MINOR, text: glue::padded(MANIFEST),
            };
            const RULE_COUNT: usize = [$(stringify!($rule)),+].len();
            static RULES: [&abi::Rule; RULE_COUNT] = [$(const { &glue::rule::<$rule>() }),+];
            const CATALOG_COUNT: usize = { let names: &[&str] = &[$(stringify!($locale)),*]; names.len() };
            static CATALOGS: [abi::Catalog; CATALOG_COUNT] = [$({
                const TEXT: &str = $text;
                abi::Catalog { locale: $locale.as_ptr(), text: TEXT.as_ptr(), length: TEXT.len() as u64 }
            }),*];
            static PLUGIN: abi::Plugin = abi::Plugin {
                size: size_of::<abi::Plugin>() as u32, minor: abi::MINOR, least_host_minor: 0, reserved: 0,
                id: $id.as_ptr(), rules: RULES.as_ptr(), rule_count: RULES.len() as u64, catalogs: CATALOGS.as_ptr(),
                catalog_count: CATALOGS.len() as u64, init: Some(glue::init), deinit: None, extension: None,
            };
            #[no_mangle]
            pub extern "C" fn proviso_plugin_entry_v1(_: *const abi::Host) -> *const abi::Plugin { &PLUGIN }
        };
    };
}
