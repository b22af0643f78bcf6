import Glibc
import Proviso
import ProvisoBulk

/// The content of a checkpoint, sealed as the tool seals it: what no checksum protects from.
@_cdecl("prv_fuzz_checkpoint")
public func fuzzCheckpoint(_ data: UnsafePointer<UInt8>?, _ count: Int) {
    let line = String(decoding: data.input(count), as: UTF8.self)
    let path = Scratch.write(Checkpoint.sealed(line), to: "checkpoint")
    do {
        let checkpoint = try Checkpoint(path: path, identity: [("a", "b")], inputs: 1, outputs: 1, interval: 1)
        check(checkpoint.marks.map { $0.count == 1 && $0[0].length >= 0 } ?? true, "there is a length for each output")
    } catch {
        switch error {
        case .unreadable(let reason), .unwritable(let reason), .different(let reason):
            check(!reason.isEmpty, "an error has a reason")
        }
    }
}

/// The lines that `shard` writes, as `merge` reads them.
@_cdecl("prv_fuzz_shards")
public func fuzzShards(_ data: UnsafePointer<UInt8>?, _ count: Int) {
    let path = Scratch.write(data.input(count), to: "shards")
    guard var merge = try? Merge([path]), let output = try? Output(path: "/dev/null") else { return }
    try? merge.write(to: output, by: JSONReport())
    check(merge.summary.records >= 0 && merge.summary.invalid >= 0, "counts are counts")
}

/// A baseline, as `--write-baseline` writes it.
@_cdecl("prv_fuzz_baseline")
public func fuzzBaseline(_ data: UnsafePointer<UInt8>?, _ count: Int) {
    _ = try? Baseline(path: Scratch.write(data.input(count), to: "baseline"))
}
