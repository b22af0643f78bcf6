//! The types of proviso.h, version 1.1. `SDKs/check` says when the header has a newer version.
pub const major: u32 = 1;
pub const minor: u32 = 1;
pub const fault_argument: i32 = -2;
pub const fault_memory: i32 = -3;
pub const fault_cancelled: i32 = -5;

pub const Payload = extern union {
    integer: i64,
    unsigned_integer: u64,
    number: f64,
    text: [*]const u8,
    handle: ?*const anyopaque,
};

pub const Value = extern struct { kind: u32, flags: u32, payload: Payload, length: u64 };

pub const Parameter = extern struct { name: [*:0]const u8, value: Value };

pub const Host = extern struct {
    size: u32,
    minor: u32,
    name: [*:0]const u8,
    version: [*:0]const u8,
    log: ?*const fn (*const Host, u32, [*]const u8, u64) callconv(.c) void,
    list_item: ?*const fn (*const Value, u64) callconv(.c) ?*const Value,
    object_member: ?*const fn (*const Value, u64, *?[*]const u8, *u64) callconv(.c) ?*const Value,
    object_find: ?*const fn (*const Value, [*]const u8, u64) callconv(.c) ?*const Value,
    extension: ?*const fn (*const Host, [*:0]const u8) callconv(.c) ?*const anyopaque,
};

pub const Call = extern struct {
    size: u32,
    reserved: u32,
    host: *const Host,
    deadline: u64,
    cancelled: ?*const i32,
    report: ?*const fn (*Call, u64, [*:0]const u8, [*]const Parameter, u64) callconv(.c) void,
    record: ?*const Value,
};

pub const Failure = extern struct { size: u32, reserved: u32, option: ?[*:0]const u8, reason: ?[*:0]const u8 };

pub const Rule = extern struct {
    size: u32,
    reserved: u32 = 0,
    name: [*:0]const u8,
    create: ?*const fn (*const Host, *const Rule, *const Value, *?*anyopaque, *Failure) callconv(.c) i32 = null,
    validate: ?*const fn (?*const anyopaque, *const Value, *Call) callconv(.c) i32,
    validate_batch: ?*const fn (?*const anyopaque, [*]const u8, u64, u64, [*]u8, *Call) callconv(.c) i32 = null,
    destroy: ?*const fn (?*anyopaque) callconv(.c) void = null,
};

pub const Catalog = extern struct { locale: [*:0]const u8, text: [*]const u8, length: u64 };

pub const Plugin = extern struct {
    size: u32,
    minor: u32,
    least_host_minor: u32 = 0,
    reserved: u32 = 0,
    id: [*:0]const u8,
    rules: [*]const *const Rule,
    rule_count: u64,
    catalogs: [*]const Catalog,
    catalog_count: u64,
    init: ?*const fn (*const Host) callconv(.c) i32 = null,
    deinit: ?*const fn () callconv(.c) void = null,
    extension: ?*const fn ([*:0]const u8) callconv(.c) ?*const anyopaque = null,
};

/// The ELF note with a manifest.
pub fn Note(comptime text: []const u8) type {
    const length = (text.len + 3) / 4 * 4;
    return extern struct {
        owner_size: u32 = 8,
        size: u32 = 8 + length,
        kind: u32 = 1,
        owner: [8]u8 = "Proviso\x00".*,
        major: u32 = major,
        minor: u32 = minor,
        content: [length]u8 = padded(length, text),
    };
}

fn padded(comptime length: usize, comptime text: []const u8) [length]u8 {
    var bytes: [length]u8 = @splat(0);
    @memcpy(bytes[0..text.len], text);
    return bytes;
}

// Sizes by proviso.h on 64-bit processors.
comptime {
    for (.{ Value, Parameter, Host, Call, Failure, Rule, Catalog, Plugin }, .{ 24, 32, 64, 48, 24, 48, 24, 80 }) |Type, size| {
        if (@sizeOf(Type) != size) @compileError("a type has another size than in proviso.h");
    }
}
