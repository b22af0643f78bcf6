import Proviso
import Testing

struct HashValidatorTests {
    /// The hashes of "abc", from FIPS 180-4, FIPS 202, RFC 1320 and RFC 1321.
    private static let hashes: [(HashValidator.Algorithm, String)] = [
        (.crc32, "352441c2"), (.md4, "a448017aaf21d8525fc10ae87aa6729d"), (.md5, "900150983cd24fb0d6963f7d28e17f72"),
        (.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (.sha224, "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"),
        (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (.sha3_256, "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"),
        (
            .sha384,
            "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
        ),
        (
            .sha512,
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        ),
    ]

    static let rows: [Row] =
        hashes.flatMap { algorithm, hash -> [Row] in
            let validator = HashValidator(algorithm)
            let length: [String: ParameterValue] = ["length": .integer(Int64(hash.count))]
            return [
                .accepts(.text(hash), validator), .accepts(.text(hash.uppercased()), validator),
                .rejects(.text(String(hash.dropLast())), validator, "string.notEqual", length),
                .rejects(.text(hash + "0"), validator, "string.notEqual", length),
                .rejects(
                    .text("x" + hash.dropFirst()), validator, "characters.invalid",
                    ["characters": .list([.text("x")])]),
            ]
        } + [
            .rejects("", HashValidator(.md5), "string.notEqual"), .rejects(5, HashValidator(.md5), "string.type"),
            .rejects(nil, HashValidator(.md5), "string.type"),
            .rejects("900150983cd24fb0d6963f7d28e17f7\u{661}", HashValidator(.md5), "characters.invalid"),
            .rejects(" 900150983cd24fb0d6963f7d28e17f72", HashValidator(.md5), "characters.invalid"),
            .accepts("kAFQmDzST7DWlj99KOF/cg==", HashValidator(.md5, encoding: .base64)),
            .rejects("kAFQmDzST7DWlj99KOF/cg", HashValidator(.md5, encoding: .base64), "base64.invalid"),
            .rejects("kAFQmDzST7DWlj99KOF_cg==", HashValidator(.md5, encoding: .base64), "base64.invalid"),
            .rejects(
                "kAFQmDzST7DWlj99KOF/", HashValidator(.md5, encoding: .base64), "string.notEqual", ["length": 24]),
            .accepts("kAFQmDzST7DWlj99KOF_cg", HashValidator(.md5, encoding: .base64url)),
            .rejects("kAFQmDzST7DWlj99KOF_cg==", HashValidator(.md5, encoding: .base64url), "base64.invalid"),
            .accepts("ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0", HashValidator(.sha256, encoding: .base64url)),
            .accepts("ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=", HashValidator(.sha256, encoding: .base64)),
        ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    /// 8 bits are two hexadecimal digits; names say the number of bits.
    @Test func lengthsAreThoseOfTheNames() {
        for algorithm in HashValidator.Algorithm.allCases {
            guard let bits = algorithm.rawValue.split(whereSeparator: { !$0.isNumber }).last.flatMap({ Int($0) }),
                bits >= 128
            else { continue }
            #expect(algorithm.byteCount * 8 == bits, "\(algorithm)")
        }
    }

    @Test func optionsAreChecked() {
        RefusedOptions(.type("hash", ["algorithm": "sha-256"]), "not one of", suggestion: "sha256").run()
        RefusedOptions(.type("hash", ["algorithm": "md5", "encoding": "base63"]), "not one of", suggestion: "base64")
            .run()
    }
}
