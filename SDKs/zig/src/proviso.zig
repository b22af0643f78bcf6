//! Plugins for Proviso: a rule type is a struct with `rule_type`, `init` and `validate`.
//!
//!     const Even = struct {
//!         pub const rule_type = "example/even";
//!         pub fn init(_: *proviso.Options) proviso.Refused!Even { return .{}; }
//!         pub fn validate(_: *const Even, value: proviso.Value, call: *proviso.Call) proviso.Verdict {
//!             return if (@rem(value.integer(), 2) == 0) .valid else call.report("even.odd", &.{});
//!         }
//!     };
//!
//!     comptime {
//!         proviso.define(.{
//!             .id = "org.example.even", .manifest = @embedFile("manifest.json"), .rules = .{Even},
//!             .catalogs = .{.{ "en", @embedFile("en.arb") }},
//!         });
//!     }
//!
//! The types of `abi` are those of proviso.h, version 1.1.
const std = @import("std");
pub const abi = @import("abi.zig");

/// The error of `init` after `Options.refuse`.
pub const Refused = error{ Refused, OutOfMemory };

pub const Verdict = enum(i32) { valid = 0, invalid = 1, not_applicable = 2 };

pub const Kind = enum(u32) { absent, null, boolean, integer, unsigned, double, decimal, text, bytes, list, object, _ };

/// A value of the host, valid during the call that passed it.
pub const Value = struct {
    raw: *const abi.Value,
    host: *const abi.Host,

    pub fn kind(self: Value) Kind {
        return @enumFromInt(self.raw.kind);
    }
    /// The bytes of a string, of bytes or of a decimal; empty for another kind.
    pub fn text(self: Value) []const u8 {
        return switch (self.kind()) {
            .decimal, .text, .bytes => if (self.raw.length == 0) "" else self.raw.payload.text[0..@intCast(self.raw.length)],
            else => "",
        };
    }
    /// The integer; 0 for another kind.
    pub fn integer(self: Value) i64 {
        return if (self.kind() == .integer) self.raw.payload.integer else 0;
    }
    /// The number as a double; 0 for another kind.
    pub fn number(self: Value) f64 {
        return switch (self.kind()) {
            .double => self.raw.payload.number,
            .integer => @floatFromInt(self.raw.payload.integer),
            .unsigned => @floatFromInt(self.raw.payload.unsigned_integer),
            else => 0,
        };
    }
    pub fn boolean(self: Value) bool {
        return self.kind() == .boolean and self.raw.payload.unsigned_integer != 0;
    }
    /// The number of items or members.
    pub fn len(self: Value) u64 {
        return if (self.kind() == .list or self.kind() == .object) self.raw.length else 0;
    }
    /// An item of a list.
    pub fn item(self: Value, index: u64) ?Value {
        return self.wrap(self.host.list_item.?(self.raw, index));
    }
    /// The first member of an object with a key.
    pub fn find(self: Value, key: []const u8) ?Value {
        return self.wrap(self.host.object_find.?(self.raw, key.ptr, key.len));
    }
    pub const Member = struct { key: []const u8, value: Value };
    /// A member of an object by its place, in the order of the data.
    pub fn member(self: Value, index: u64) ?Member {
        var key: ?[*]const u8 = null;
        var length: u64 = 0;
        const found = self.wrap(self.host.object_member.?(self.raw, index, &key, &length)) orelse return null;
        return .{ .key = if (key) |start| start[0..@intCast(length)] else "", .value = found };
    }
    fn wrap(self: Value, found: ?*const abi.Value) ?Value {
        return .{ .raw = found orelse return null, .host = self.host };
    }
};

/// The options of a rule, checked against the manifest already.
pub const Options = struct {
    all: Value,
    /// Lives as long as the instance.
    allocator: std.mem.Allocator,
    failure: *abi.Failure,

    pub fn find(self: *const Options, name: []const u8) ?Value {
        return self.all.find(name);
    }
    /// A copy of the strings of an option that is a string or a list of strings.
    pub fn texts(self: *const Options, name: []const u8) Refused![]const []const u8 {
        const value = self.find(name) orelse return &.{};
        const count: usize = if (value.kind() == .list) @intCast(value.len()) else 1;
        const result = try self.allocator.alloc([]const u8, count);
        for (result, 0..) |*one, index| {
            const text = if (value.kind() == .list) value.item(index).?.text() else value.text();
            one.* = try self.allocator.dupe(u8, text);
        }
        return result;
    }
    /// Refuses the options: `return options.refuse("min", "It must be 1 or more.")`. The strings are literals.
    pub fn refuse(self: *const Options, option: [*:0]const u8, reason: [*:0]const u8) Refused {
        self.failure.option = option;
        self.failure.reason = reason;
        return error.Refused;
    }
};

/// A named value of a violation. A list of strings is passed as several parameters with one name.
pub const Parameter = abi.Parameter;
pub fn textParameter(name: [*:0]const u8, text: []const u8) Parameter {
    return .{ .name = name, .value = .{ .kind = 7, .flags = 0, .payload = .{ .text = text.ptr }, .length = text.len } };
}
pub fn integerParameter(name: [*:0]const u8, integer: i64) Parameter {
    return .{ .name = name, .value = .{ .kind = 3, .flags = 0, .payload = .{ .integer = integer }, .length = 0 } };
}
pub fn numberParameter(name: [*:0]const u8, number: f64) Parameter {
    return .{ .name = name, .value = .{ .kind = 5, .flags = 0, .payload = .{ .number = number }, .length = 0 } };
}
pub fn booleanParameter(name: [*:0]const u8, flag: bool) Parameter {
    return .{ .name = name, .value = .{ .kind = 2, .flags = 0, .payload = .{ .unsigned_integer = @intFromBool(flag) }, .length = 0 } };
}

/// One call of `validate`.
pub const Call = struct {
    raw: *abi.Call,

    /// Reports a violation, if the host wants to know it; returns `.invalid`.
    pub fn report(self: *Call, code: [*:0]const u8, parameters: []const Parameter) Verdict {
        if (self.raw.report) |function| function(self.raw, 0, code, parameters.ptr, parameters.len);
        return .invalid;
    }
    /// Whether the result is no longer needed: work of more than a few milliseconds looks at it.
    pub fn isCancelled(self: *const Call) bool {
        const flag = self.raw.cancelled orelse return false;
        return @as(*const volatile i32, flag).* != 0;
    }
    /// When the call must have returned, in nanoseconds of CLOCK_MONOTONIC; 0 is "no limit".
    pub fn deadline(self: *const Call) u64 {
        return self.raw.deadline;
    }
    /// What the manifest's `reads` names; null on a host before 1.1.
    pub fn record(self: *const Call) ?Value {
        if (self.raw.size < @offsetOf(abi.Call, "record") + @sizeOf(usize)) return null;
        return .{ .raw = self.raw.record orelse return null, .host = self.raw.host };
    }
    /// Writes a line to the host's log: 0 is debug, 1 info, 2 warning, 3 error.
    pub fn log(self: *const Call, severity: u32, text: []const u8) void {
        if (self.raw.host.log) |function| function(self.raw.host, severity, text.ptr, text.len);
    }
};

fn Functions(comptime Rule: type) type {
    return struct {
        const Instance = struct { arena: std.heap.ArenaAllocator, rule: Rule };

        fn create(host: *const abi.Host, _: *const abi.Rule, options: *const abi.Value, instance: *?*anyopaque, failure: *abi.Failure) callconv(.c) i32 {
            const made = std.heap.page_allocator.create(Instance) catch return abi.fault_memory;
            made.arena = std.heap.ArenaAllocator.init(std.heap.page_allocator);
            var own = Options{ .all = .{ .raw = options, .host = host }, .allocator = made.arena.allocator(), .failure = failure };
            made.rule = Rule.init(&own) catch |problem| {
                made.arena.deinit();
                std.heap.page_allocator.destroy(made);
                return if (problem == error.Refused) abi.fault_argument else abi.fault_memory;
            };
            instance.* = made;
            return 0;
        }
        fn validate(instance: ?*const anyopaque, value: *const abi.Value, raw: *abi.Call) callconv(.c) i32 {
            const own: *const Instance = @ptrCast(@alignCast(instance.?));
            var call = Call{ .raw = raw };
            return @intFromEnum(own.rule.validate(.{ .raw = value, .host = raw.host }, &call));
        }
        fn batch(instance: ?*const anyopaque, values: [*]const u8, stride: u64, count: u64, verdicts: [*]u8, raw: *abi.Call) callconv(.c) i32 {
            const own: *const Instance = @ptrCast(@alignCast(instance.?));
            var call = Call{ .raw = raw };
            for (0..@intCast(count)) |row| {
                if (call.isCancelled()) return abi.fault_cancelled;
                const value: *const abi.Value = @ptrCast(@alignCast(values + row * @as(usize, @intCast(stride))));
                verdicts[row] = @intCast(@intFromEnum(own.rule.validate(.{ .raw = value, .host = raw.host }, &call)));
            }
            return 0;
        }
        fn destroy(instance: ?*anyopaque) callconv(.c) void {
            const own: *Instance = @ptrCast(@alignCast(instance orelse return));
            own.arena.deinit();
            std.heap.page_allocator.destroy(own);
        }
        const rule = abi.Rule{
            .size = @sizeOf(abi.Rule),
            .name = Rule.rule_type,
            .create = create,
            .validate = validate,
            .validate_batch = batch,
            .destroy = destroy,
        };
    };
}

/// Defines the plugin: `id`, `manifest`, `rules` in any order, `catalogs`. Call it once, in a `comptime` block.
pub fn define(comptime parts: anytype) void {
    const Own = struct {
        const note = abi.Note(parts.manifest){};
        const rules = blk: {
            var list: [parts.rules.len]*const abi.Rule = undefined;
            for (parts.rules, 0..) |Rule, index| list[index] = &Functions(Rule).rule;
            const made = list;
            break :blk made;
        };
        const catalogs = blk: {
            var list: [parts.catalogs.len]abi.Catalog = undefined;
            for (parts.catalogs, 0..) |one, index| list[index] = .{ .locale = one[0], .text = one[1], .length = one[1].len };
            const made = list;
            break :blk made;
        };
        const plugin = abi.Plugin{
            .size = @sizeOf(abi.Plugin),
            .minor = abi.minor,
            .id = parts.id,
            .rules = &rules,
            .rule_count = rules.len,
            .catalogs = &catalogs,
            .catalog_count = catalogs.len,
        };
        fn entry(_: *const abi.Host) callconv(.c) *const abi.Plugin {
            return &plugin;
        }
    };
    @export(&Own.note, .{ .name = "proviso_manifest_note", .section = ".note.proviso", .visibility = .hidden });
    @export(&Own.entry, .{ .name = "proviso_plugin_entry_v1" });
}
