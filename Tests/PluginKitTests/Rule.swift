import Foundation
import Glibc
import ProvisoABI
import Testing

/// A rule type of a plugin, called as a host calls it.
struct Rule: @unchecked Sendable {
    let raw: UnsafePointer<proviso_rule>

    /// Makes an instance, or says why there is none.
    func create(_ options: Sample = .none, host: Host = .full) -> Result<Instance, Refusal> {
        let arena = Arena()
        var instance: UnsafeMutableRawPointer?
        var failure = proviso_failure()
        failure.size = UInt32(MemoryLayout<proviso_failure>.size)
        let status = raw.pointee.create(host.table, raw, arena.pointer(options), &instance, &failure)
        if status == 0, let instance { return .success(Instance(rule: self, raw: instance)) }
        let option = failure.option.map { String(cString: $0) }
        return .failure(Refusal(status: status, option: option, reason: failure.reason.map { String(cString: $0) }))
    }
}

/// Why an instance was refused.
struct Refusal: Error, Equatable {
    let status: Int32
    let option: String?
    let reason: String?
}

/// An instance of a rule type; freed with its last owner.
final class Instance: @unchecked Sendable {
    let rule: Rule
    private let raw: UnsafeMutableRawPointer

    init(rule: Rule, raw: UnsafeMutableRawPointer) {
        self.rule = rule
        self.raw = raw
    }

    deinit {
        rule.raw.pointee.destroy?(raw)
    }

    func validate(
        _ sample: Sample, host: Host = .full, findings: Bool = true, size: Int = MemoryLayout<proviso_call>.size
    ) -> (verdict: Int32, findings: [Finding]) {
        let arena = Arena()
        let value = arena.pointer(sample)
        let (verdict, found) = Call.make(host: host, findings: findings, size: size) { call in
            rule.raw.pointee.validate(raw, value, call)
        }
        return (verdict, found)
    }

    /// The verdict on a value as it stands, with nothing around it.
    func verdict(_ value: UnsafePointer<proviso_value>?, _ call: UnsafeMutablePointer<proviso_call>?) -> Int32 {
        rule.raw.pointee.validate(raw, value, call)
    }

    /// The verdicts of a batch of values `stride` bytes apart, or its fault.
    func batch(_ samples: [Sample], stride: Int, cancelled: UnsafePointer<Int32>? = nil) -> Result<[UInt8], Refusal> {
        let arena = Arena()
        // As much as the values take and no more: the last one has nothing behind it.
        let size = max(0, samples.count - 1) * stride + MemoryLayout<proviso_value>.size
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0xA5, count: size)
        for (row, sample) in samples.enumerated() {
            memory.storeBytes(of: arena.value(sample), toByteOffset: row * stride, as: proviso_value.self)
        }
        var verdicts = [UInt8](repeating: 99, count: samples.count)
        let status = Call.make(findings: true, cancelled: cancelled) { call in
            rule.raw.pointee.validate_batch?(
                raw, UnsafeRawPointer(memory).assumingMemoryBound(to: proviso_value.self), UInt64(stride),
                UInt64(samples.count), &verdicts, call) ?? Int32(PROVISO_FAULT)
        }
        #expect(status.findings.isEmpty, "a batch reports nothing")
        guard status.result == 0 else {
            return .failure(Refusal(status: status.result, option: nil, reason: nil))
        }
        return .success(verdicts)
    }
}

/// A built sample plugin, loaded as a host loads it.
struct SharedObject: @unchecked Sendable, CustomStringConvertible {
    let name: String
    let path: String
    let plugin: UnsafePointer<proviso_plugin>

    var description: String { name }

    static let creditCard = load("CreditCard")
    static let iban = load("IBAN")
    static let phone = load("Phone")

    /// The rule type; these plugins have one each.
    var rule: Rule {
        get throws { Rule(raw: try #require(plugin.pointee.rules?.pointee)) }
    }

    /// An instance with these options.
    func instance(_ options: Sample = .none) throws -> Instance {
        try rule.create(options).get()
    }

    /// Loads a library from the folder of the test bundle: everything is built into the same one.
    private static func load(_ name: String) -> SharedObject {
        let bundle = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let path = URL(fileURLWithPath: bundle).deletingLastPathComponent().path + "/lib\(name).so"
        typealias Entry = @convention(c) (UnsafePointer<proviso_host>?) -> UnsafePointer<proviso_plugin>?
        guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE),
            let symbol = dlsym(library, "proviso_plugin_entry_v1"),
            let plugin = unsafeBitCast(symbol, to: Entry.self)(Host.full.table)
        else { fatalError("\(path): \(dlerror().map { String(cString: $0) } ?? "no plugin")") }
        return SharedObject(name: name, path: path, plugin: plugin)
    }
}
