//! The types of proviso.h, version 1.1. `SDKs/check` says when the header has a newer version.
use core::ffi::{c_char, c_void};

pub const MAJOR: u32 = 1;
pub const MINOR: u32 = 1;
pub const FAULT_ARGUMENT: i32 = -2;
pub const FAULT_CANCELLED: i32 = -5;
pub const FAULT_EXCEPTION: i32 = -6;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Value {
    pub kind: u32,
    pub flags: u32,
    pub payload: Payload,
    pub length: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union Payload {
    pub integer: i64,
    pub unsigned_integer: u64,
    pub number: f64,
    pub text: *const u8,
    pub handle: *const c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Parameter {
    pub name: *const c_char,
    pub value: Value,
}

type Member = unsafe extern "C" fn(*const Value, u64, *mut *const u8, *mut u64) -> *const Value;
type Report = unsafe extern "C" fn(*mut Call, u64, *const c_char, *const Parameter, u64);
type Create = unsafe extern "C" fn(*const Host, *const Rule, *const Value, *mut *mut c_void, *mut Failure) -> i32;
type Batch = unsafe extern "C" fn(*const c_void, *const Value, u64, u64, *mut u8, *mut Call) -> i32;

#[repr(C)]
pub struct Host {
    pub size: u32,
    pub minor: u32,
    pub name: *const c_char,
    pub version: *const c_char,
    pub log: Option<unsafe extern "C" fn(*const Host, u32, *const u8, u64)>,
    pub list_item: Option<unsafe extern "C" fn(*const Value, u64) -> *const Value>,
    pub object_member: Option<Member>,
    pub object_find: Option<unsafe extern "C" fn(*const Value, *const u8, u64) -> *const Value>,
    pub extension: Option<unsafe extern "C" fn(*const Host, *const c_char) -> *const c_void>,
}

#[repr(C)]
pub struct Call {
    pub size: u32,
    pub reserved: u32,
    pub host: *const Host,
    pub deadline: u64,
    pub cancelled: *const i32,
    pub report: Option<Report>,
    pub record: *const Value,
}

#[repr(C)]
pub struct Failure {
    pub size: u32,
    pub reserved: u32,
    pub option: *const c_char,
    pub reason: *const c_char,
}

#[repr(C)]
pub struct Rule {
    pub size: u32,
    pub reserved: u32,
    pub name: *const c_char,
    pub create: Option<Create>,
    pub validate: Option<unsafe extern "C" fn(*const c_void, *const Value, *mut Call) -> i32>,
    pub validate_batch: Option<Batch>,
    pub destroy: Option<unsafe extern "C" fn(*mut c_void)>,
}

#[repr(C)]
pub struct Catalog {
    pub locale: *const c_char,
    pub text: *const u8,
    pub length: u64,
}

#[repr(C)]
pub struct Plugin {
    pub size: u32,
    pub minor: u32,
    pub least_host_minor: u32,
    pub reserved: u32,
    pub id: *const c_char,
    pub rules: *const &'static Rule,
    pub rule_count: u64,
    pub catalogs: *const Catalog,
    pub catalog_count: u64,
    pub init: Option<unsafe extern "C" fn(*const Host) -> i32>,
    pub deinit: Option<unsafe extern "C" fn()>,
    pub extension: Option<unsafe extern "C" fn(*const c_char) -> *const c_void>,
}

/// The ELF note with the manifest.
#[repr(C)]
pub struct Note<const SIZE: usize> {
    pub owner_size: u32,
    pub size: u32,
    pub kind: u32,
    pub owner: [u8; 8],
    pub major: u32,
    pub minor: u32,
    pub text: [u8; SIZE],
}

// The host reads these and never writes to them.
unsafe impl Sync for Rule {}
unsafe impl Sync for Catalog {}
unsafe impl Sync for Plugin {}

// Sizes by proviso.h on 64-bit processors.
const _: () = {
    assert!(size_of::<Value>() == 24 && size_of::<Parameter>() == 32 && size_of::<Host>() == 64);
    assert!(size_of::<Call>() == 48 && size_of::<Failure>() == 24 && size_of::<Rule>() == 48);
    assert!(size_of::<Catalog>() == 24 && size_of::<Plugin>() == 80);
};
