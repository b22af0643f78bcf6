//! The rule type `zig/issn`: an International Standard Serial Number (ISO 3297), or a list of them.
const std = @import("std");
const proviso = @import("proviso");

const Issn = struct {
    hyphen: []const u8,
    prefixes: []const []const u8,

    pub const rule_type = "zig/issn";

    pub fn init(options: *proviso.Options) proviso.Refused!Issn {
        const prefixes = try options.texts("prefixes");
        for (prefixes) |prefix| {
            var right = prefix.len > 0;
            for (prefix) |byte| right = right and std.ascii.isDigit(byte);
            if (!right) return options.refuse("prefixes", "A prefix must be one or more digits.");
        }
        const hyphen = try options.texts("hyphen");
        return .{ .hyphen = if (hyphen.len > 0) hyphen[0] else "optional", .prefixes = prefixes };
    }

    pub fn validate(self: *const Issn, value: proviso.Value, call: *proviso.Call) proviso.Verdict {
        if (value.kind() != .list) return self.check(value.text(), call);
        for (0..@intCast(value.len())) |index| {
            const item = value.item(index).?;
            if (item.kind() == .text and self.check(item.text(), null) == .valid) continue;
            return call.report("issn.item", &.{proviso.integerParameter("index", @intCast(index))});
        }
        return .valid;
    }

    /// Without a call, nothing is reported.
    fn check(self: *const Issn, text: []const u8, call: ?*proviso.Call) proviso.Verdict {
        const has_hyphen = text.len == 9 and text[4] == '-';
        const allowed_hyphen = !std.mem.eql(u8, self.hyphen, if (has_hyphen) "forbidden" else "required");
        var digits: [8]u8 = undefined;
        var right = allowed_hyphen and (has_hyphen or text.len == 8);
        if (right) {
            @memcpy(digits[0..4], text[0..4]);
            @memcpy(digits[4..8], if (has_hyphen) text[5..9] else text[4..8]);
        }
        var sum: usize = 0;
        if (right) for (digits[0..7], 0..) |digit, place| {
            right = right and std.ascii.isDigit(digit);
            if (right) sum += @as(usize, digit - '0') * (8 - place);
        };
        if (!right or !(std.ascii.isDigit(digits[7]) or digits[7] == 'X')) {
            return if (call) |own| own.report("issn.format", &.{}) else .invalid;
        }
        const place = (11 - sum % 11) % 11;
        const expected = "0123456789X"[place .. place + 1];
        if (digits[7] != expected[0]) {
            return if (call) |own| own.report("issn.checksum", &.{proviso.textParameter("expected", expected)}) else .invalid;
        }
        for (self.prefixes) |prefix| if (std.mem.startsWith(u8, &digits, prefix)) return .valid;
        if (self.prefixes.len == 0) return .valid;
        var list: [64]proviso.Parameter = undefined;
        const count = @min(self.prefixes.len, list.len);
        for (self.prefixes[0..count], list[0..count]) |prefix, *one| one.* = proviso.textParameter("prefixes", prefix);
        return if (call) |own| own.report("issn.prefix", list[0..count]) else .invalid;
    }
};

comptime {
    proviso.define(.{
        .id = "org.example.issn-zig",
        .manifest = @embedFile("manifest.json"),
        .rules = .{Issn},
        .catalogs = .{ .{ "en", @embedFile("en.arb") }, .{ "de", @embedFile("de.arb") } },
    });
}
