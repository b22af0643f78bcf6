import Foundation
import Proviso
import TestSupport
import Testing

/// What other languages do when something goes wrong in them, behind a plugin in C.
@Suite(.waitingForProcesses) struct ForeignZooTests {
    private static let shared = ["-shared", "-fPIC", "-DFOREIGN"]

    /// A number before the misdeed and one after it keep their verdicts.
    private func check(_ workshop: Workshop, _ libraries: [String], fault: String) throws {
        let file = try workshop.compile(.fixture("zoo"), as: "zoo.so", flags: Self.shared, libraries: libraries)
        try check(workshop, file: file, fault: fault)
    }

    private func check(_ workshop: Workshop, file: String, fault: String) throws {
        let found = try Zoo(workshop, file: file).violations([1, "foreign", 2, 3])
        #expect(found.map { $0.map(\.code) } == [["zoo/zoo.odd"], [.fault], [], ["zoo/zoo.odd"]])
        #expect(found[1].first?.reason.contains(fault) == true, "\(found[1])")
    }

    @Test func aCxxException() throws {
        let workshop = try Workshop()
        let source = workshop.path("throw.cpp")
        try """
        #include <cstdint>
        #include <stdexcept>
        extern "C" int32_t misbehave() { throw std::runtime_error("out of luck"); }
        """.write(toFile: source, atomically: false, encoding: .utf8)
        try Workshop.run(
            #require(Workshop.tool("c++")), ["-c", "-fPIC", source, "-o", workshop.path("throw.o")])
        try check(
            workshop, [workshop.path("throw.o"), "-lstdc++"],
            fault: "it stopped itself (abort), and wrote:   what():  out of luck")
    }

    @Test(.enabled(if: Workshop.tool("rustc") != nil, "no rustc")) func aRustPanic() throws {
        let workshop = try Workshop()
        let source = workshop.path("panic.rs")
        try """
        #[no_mangle]
        pub extern "C" fn misbehave() -> i32 { let none: Vec<i32> = Vec::new(); none[std::env::args().count() + 7] }
        """.write(toFile: source, atomically: false, encoding: .utf8)
        try Workshop.run(
            #require(Workshop.tool("rustc")), ["--crate-type", "staticlib", source, "-o", workshop.path("libpanic.a")])
        try check(
            workshop, [workshop.path("libpanic.a"), "-lgcc_s", "-lpthread", "-ldl"],
            fault: "it stopped itself (abort)")
    }

    @Test(.enabled(if: Workshop.tool("swiftc") != nil, "no swiftc")) func aSwiftTrap() throws {
        let workshop = try Workshop()
        let source = workshop.path("trap.swift")
        try """
        @_cdecl("misbehave") public func misbehave() -> Int32 { [Int32]()[CommandLine.arguments.count + 7] }
        """.write(toFile: source, atomically: false, encoding: .utf8)
        let object = try workshop.compile(.fixture("zoo"), as: "zoo.o", flags: ["-c", "-fPIC", "-DFOREIGN"])
        let file = workshop.path("zoo.so")
        try Workshop.run(
            #require(Workshop.tool("swiftc")),
            ["-parse-as-library", "-emit-library", "-static-stdlib", source, object, "-o", file])
        try check(workshop, file: file, fault: "it stopped itself (a trap)")
    }
}
