import Proviso
import TestSupport
import Testing

struct IpValidatorTests {
    static func rows() throws(OptionError) -> [Row] {
        let any = try IpValidator()
        let four = try IpValidator(ipv6: false)
        let six = try IpValidator(ipv4: false)
        let both = try IpValidator(subnet: .optional, negation: true)
        let needed = try IpValidator(subnet: .required)
        let written = try IpValidator(subnet: .optional, normalize: true, negation: true, expandIPv6: true)
        let plain = try IpValidator(normalize: true)
        let office = try IpValidator(
            ranges: ["!192.0.2.13", "office", "!private", "any"],
            networks: ["office": ["192.0.2.0/28", "!10.1.0.0/16", "2001:db8::/64"]])
        let notOffice = try IpValidator(
            ranges: ["!office", "any"], networks: ["office": ["10.0.0.0/8", "!11.0.0.0/8"]])
        return [
            .accepts("1.2.3.4", any), .accepts("0.0.0.0", any), .accepts("255.255.255.255", any), .accepts("::", any),
            .accepts("::1", any), .accepts("1::", any), .accepts("1:2:3:4:5:6:7:8", any),
            .accepts("1:2:3:4:5:6:7::", any),
            .accepts("::2:3:4:5:6:7:8", any), .accepts("ABCD:ef01::", any), .accepts("::ffff:1.2.3.4", any),
            .accepts("64:ff9b::192.0.2.33", any), .accepts("1:2:3:4:5:6:1.2.3.4", any), .accepts("fe80::1%eth0", any),
            .accepts("fe80::1%br-lan.100", any),
            // Zones of RFC 4007: of all addresses that are not global.
            .accepts("ff02::1%eth0", any), .accepts("ff08::9abc%10", any), .accepts("ff01::1%lo", any),
            .accepts("::1%lo", any), .accepts("fec0::1%1", any), .accepts("FF12::1%1", any),
            .rejects("ff0e::1%eth0", any, "ip.invalid"), .rejects("ff00::1%1", any, "ip.invalid"),
            .rejects("ff0f::1%1", any, "ip.invalid"), .rejects("::%1", any, "ip.invalid"),
            .rejects("fd00::1%1", any, "ip.invalid"), .rejects("1.2.3.4%1", any, "ip.invalid"),
            .rejects("01.2.3.4", any, "ip.invalid"), .rejects("1.2.3.04", any, "ip.invalid"),
            .rejects("1.2.3.256", any, "ip.invalid"), .rejects("1.2.3", any, "ip.invalid"),
            .rejects("1.2.3.4.5", any, "ip.invalid"), .rejects("1.2.3.", any, "ip.invalid"),
            .rejects("1.2.3.4\n", any, "ip.invalid"), .rejects(" 1.2.3.4", any, "ip.invalid"),
            .rejects("1.2.3.-4", any, "ip.invalid"), .rejects("1..2.3", any, "ip.invalid"),
            .rejects("16909060", any, "ip.invalid"), .rejects("0x1.2.3.4", any, "ip.invalid"),
            .rejects(":", any, "ip.invalid"), .rejects(":::", any, "ip.invalid"), .rejects("1:", any, "ip.invalid"),
            .rejects(":1", any, "ip.invalid"), .rejects("1::2::3", any, "ip.invalid"),
            .rejects("1:2:3:4:5:6:7", any, "ip.invalid"), .rejects("1:2:3:4:5:6:7:8:9", any, "ip.invalid"),
            .rejects("1:2:3:4::5:6:7:8", any, "ip.invalid"), .rejects("12345::", any, "ip.invalid"),
            .rejects("g::", any, "ip.invalid"), .rejects("::1.2.3", any, "ip.invalid"),
            .rejects("::1.2.3.4:5", any, "ip.invalid"), .rejects("::01.2.3.4", any, "ip.invalid"),
            .rejects("1:2:3:4:5:6:7:1.2.3.4", any, "ip.invalid"), .rejects("::1\n", any, "ip.invalid"),
            .rejects("2001:db8::1%eth0", any, "ip.invalid"), .rejects("fe80::1%", any, "ip.invalid"),
            .rejects("fe80::1%a b", any, "ip.invalid"), .rejects("[::1]", any, "ip.invalid"),
            .rejects(.text(String(repeating: "1:", count: 100_000)), any, "ip.invalid"),
            .rejects("", any, "ip.invalid"), .rejects(5, any, "ip.invalid"), .rejects(nil, any, "ip.invalid"),
            .rejects("1.2.3.4/8", any, "ip.hasSubnet"), .rejects("!1.2.3.4", any, "ip.invalid"),
            .rejects("::1", four, "ip.ipv6NotAllowed"), .rejects("1.2.3.4", six, "ip.ipv4NotAllowed"),
            .accepts("!1.2.3.4/32", both), .accepts("1.2.3.4", both), .accepts("::/0", both),
            .rejects("1.2.3.4/33", both, "ip.wrongCidr"), .rejects("::/129", both, "ip.wrongCidr"),
            .rejects("1.2.3.4/08", both, "ip.wrongCidr"), .rejects("1.2.3.4/99999999999", both, "ip.wrongCidr"),
            .rejects("1.2.3.4/", both, "ip.invalid"), .rejects("/8", both, "ip.invalid"),
            .rejects("1.2.3.4/-8", both, "ip.invalid"), .rejects("!!1.2.3.4", both, "ip.invalid"),
            .rejects("!", both, "ip.invalid"), .rejects("1.2.3.4", needed, "ip.noSubnet"),
            .accepts("1.2.3.4/8", needed), .rejects("", needed, "ip.noSubnet"),
            .accepts("1.2.3.4", written, becomes: "1.2.3.4/32"), .accepts("1.2.3.4/8", written),
            .accepts("!1.2.3.4", written, becomes: "!1.2.3.4/32"),
            .accepts("!FA01::1/64", written, becomes: "!fa01:0000:0000:0000:0000:0000:0000:0001/64"),
            .accepts("::ffff:1.2.3.4", written, becomes: "0000:0000:0000:0000:0000:ffff:0102:0304/128"),
            .accepts("fe80::1%eth0", written, becomes: "fe80:0000:0000:0000:0000:0000:0000:0001%eth0/128"),
            .accepts("1.2.3.4", plain),
            .accepts("192.0.2.1", office), .accepts("2001:db8::1", office), .accepts("8.8.8.8", office),
            .rejects("192.0.2.13", office, "ip.notInRange"), .rejects("10.1.2.3", office, "ip.notInRange"),
            .rejects("10.2.3.4", office, "ip.notInRange"),
            .rejects("10.1.2.3", notOffice, "ip.notInRange"), .accepts("11.1.2.3", notOffice),
        ]
    }

    @Test func table() throws {
        for row in try Self.rows() { row.run() }
    }

    /// Each network names the one before ten times: it is read once, and not 10 to the power of 30 times.
    @Test func networksAreReadOnce() throws {
        var networks = ["n0": ["10.0.0.0/8", "!11.0.0.0/8"]]
        for depth in 1...60 {
            networks["n\(depth)"] = Array(repeating: "n\(depth - 1)", count: 10) + ["!n\(depth - 1)"]
        }
        let time = try processorTime {
            let validator = try IpValidator(ranges: ["n60"], networks: networks)
            #expect(validator.ranges.texts == ["10.0.0.0/8", "!11.0.0.0/8", "!10.0.0.0/8", "11.0.0.0/8"])
        }
        #expect(time < .seconds(5))
        let deep = Dictionary(uniqueKeysWithValues: (0..<2_000).map { ("n\($0)", ["n\($0 + 1)"]) })
        RefusedOptions(.ip(networks: deep), "networks are nested more than 64 levels deep").run()
        RefusedOptions(.ip(ranges: ["n0"], networks: ["n0": ["n1"], "n1": ["!n0"]]), "option 'ranges'").run()
    }

    @Test func optionsAreChecked() {
        let rows = [
            RefusedOptions(.ip(ipv4: false, ipv6: false), "no address could pass"),
            RefusedOptions(.ip(ranges: ["privat"]), "neither a network's name", suggestion: "private"),
            RefusedOptions(.ip(ranges: ["10.0.0.0/33"]), "neither a network's name"),
            RefusedOptions(.ip(ranges: ["010.0.0.0/8"]), "neither a network's name"),
            RefusedOptions(.ip(ranges: ["!!any"]), "neither a network's name", suggestion: "any"),
            RefusedOptions(.ip(networks: ["a": ["b"], "b": ["!a"]]), "the network 'a' contains itself"),
            RefusedOptions(.ip(networks: ["a": ["1.2.3"]]), "option 'networks'"),
            RefusedOptions(.type("ip", ["subnet": "yes"]), "true, false or null"),
            RefusedOptions(.type("ip", ["networks": ["a": 1]]), "'a' must be a string or a list"),
            RefusedOptions(.type("ip", ["networks": 1]), "an object of lists"),
        ]
        for row in rows { row.run() }
    }
}
