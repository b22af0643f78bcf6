import Foundation
import Proviso
import ProvisoBulk
import Synchronization
import Testing

/// A checkpoint is taken as it was written, or refused.
struct CheckpointTests {
    @Test(arguments: SavedRun.Form.allCases)
    func aRunGoesOnFromAnyChunk(form: SavedRun.Form) throws {
        let run = try SavedRun(records: 200, form: form)
        defer { run.bench.remove() }
        for record in [20, 59, 61, 62, 88, 90, 112, 150, 151, 198, 200, 201] {
            let (files, whole) = try run.killed(at: record)
            #expect(!files.checkpoint.isEmpty && files.output.count < whole.count)
            #expect(try run.resume(files) == whole, "killed at record \(record)")
        }
    }

    /// What was unreadable before the checkpoint is not forgotten: the run ends as the undisturbed one does.
    @Test func aRunThatCouldNotReadARecordHasFailedAlsoWhenItGoesOn() throws {
        let run = try SavedRun(records: 200, broken: true)
        defer { run.bench.remove() }
        let (files, whole) = try run.killed(at: 150)
        let (output, hasFailed) = try run.end(files)
        #expect(output == whole && hasFailed)
    }

    /// A repository may have links in the place of files that a run names itself.
    @Test func filesBesideACheckpointAreNotWrittenThroughLinks() throws {
        let bench = try Bench(rules: "rules: [[name, required]]")
        defer { bench.remove() }
        let target = bench.path("target")
        try Data("mine".utf8).write(to: URL(filePath: target))
        for name in ["a.keys", "b.new"] {
            try FileManager.default.createSymbolicLink(atPath: bench.path(name), withDestinationPath: target)
        }
        #expect(throws: SystemError.self) { try Output(path: bench.path("b.new"), followsLinks: false) }
        let checkpoint = try Checkpoint(path: bench.path("a"), identity: [], inputs: 1, outputs: 1, interval: 0)
        #expect(throws: SystemError.self) { try checkpoint.keys(memoryLimit: 1 << 20) }
        #expect(bench.bytes("target") == Array("mine".utf8))
        _ = try Output(path: bench.path("b.new"))
    }

    /// The file on the disk, changed anywhere.
    @Test func aChangedCheckpointIsRefused() throws {
        let run = try SavedRun(records: 120)
        defer { run.bench.remove() }
        let (files, whole) = try run.killed(at: 100)
        var mutations = Mutations(seed: 1)
        var refused = 0
        for _ in 0..<1000 {
            var changed = files
            changed.checkpoint = mutations.bytes(files.checkpoint)
            if changed.checkpoint == files.checkpoint { continue }
            #expect(throws: Checkpoint.Failure.self) { try run.resume(changed) }
            refused += 1
        }
        #expect(refused > 900)
        #expect(try run.resume(files) == whole)
    }

    /// What no checksum protects from: numbers that no run counts, in a file that is sealed again.
    @Test func impossibleNumbersNeitherCrashNorHang() throws {
        let run = try SavedRun(records: 120)
        defer { run.bench.remove() }
        let (files, _) = try run.killed(at: 100)
        let line = String(decoding: files.checkpoint.prefix { $0 != 0x0A }, as: UTF8.self)
        var mutations = Mutations(seed: 2)
        var refused = 0
        for _ in 0..<1000 {
            var changed = files
            changed.checkpoint = Checkpoint.sealed(mutations.number(line))
            do { _ = try run.resume(changed) } catch { refused += 1 }
        }
        #expect(refused > 500)
        for (key, number) in [("input", "-1"), ("lengths", "[\"a\"]"), ("records", "9223372036854775807")] {
            var changed = files
            let text = line.replacing(try Regex("\"\(key)\":(\\[[^\\]]*\\]|[0-9]+)"), with: "\"\(key)\":\(number)")
            #expect(text != line)
            changed.checkpoint = Checkpoint.sealed(text)
            #expect(throws: Checkpoint.Failure.self, "\(key)") { try run.resume(changed) }
        }
    }

    @Test func aFileOfAnotherKindIsNoCheckpoint() throws {
        let run = try SavedRun(records: 120)
        defer { run.bench.remove() }
        let (files, _) = try run.killed(at: 100)
        for text in ["", "{}", "{\"proviso\":", "a,b\n1,2\n", "{\"proviso\":\"0.1.0\"}\nchecksum 0\n"] {
            var changed = files
            changed.checkpoint = Array(text.utf8)
            #expect(throws: Checkpoint.Failure.self, "\(text)") { try run.resume(changed) }
        }
    }

    /// Keys that are missing, others or repeated would give other verdicts, and no sign of it.
    @Test func changedKeysAreRefused() throws {
        let run = try SavedRun(records: 120)
        defer { run.bench.remove() }
        let (files, _) = try run.killed(at: 100)
        func refuses(_ keys: [UInt8]) {
            let changed = SavedRun.Files(checkpoint: files.checkpoint, keys: keys, output: files.output)
            #expect(throws: SystemError.self) { try run.resume(changed) }
        }
        #expect(files.keys.count > 100)
        refuses([])
        refuses(Array(files.keys.dropLast(files.keys.count / 2)))
        // As long as before, but with one key many times over.
        refuses([UInt8](repeating: 0, count: files.keys.count))
        refuses([UInt8](repeating: 0xFF, count: files.keys.count))
        var mutations = Mutations(seed: 3)
        for _ in 0..<100 {
            var keys = mutations.bytes(files.keys)
            keys += [UInt8](repeating: 0, count: max(0, files.keys.count - keys.count))
            if !keys.starts(with: files.keys.prefix(files.keys.count / 2)) { refuses(keys) }
        }
    }

    /// The same bytes, however many threads add to the set of keys while a checkpoint is written.
    @Test(arguments: [2, 4])
    func aCheckpointChangesNothing(jobs: Int) throws {
        let bench = try Bench(rules: SavedRun.rules)
        defer { bench.remove() }
        let lines = (0..<9000).map { "{\"id\":\($0 * 7919 % 8000),\"name\":\"\($0 % 50 == 0 ? "" : "a")\"}\n" }
        let input = Array(lines.joined().utf8)
        let whole = try bench.check(input, name: "u.ndjson", chunkSize: 1 << 18, jobs: 1)
        for _ in 0..<2 {
            let found = try bench.check(
                input, name: "u.ndjson", chunkSize: 1 << 11, jobs: jobs, checkpoint: bench.path("state"))
            #expect(found == whole)
        }
    }

    /// One thread adds keys to the set while another writes it to disk, as often as both can.
    @Test func keysAreAddedWhileTheyAreWritten() throws {
        // In memory, where a thread never waits for a disk.
        let folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : FileManager.default.temporaryDirectory.path()
        let path = "\(folder)/proviso-\(UUID().uuidString)"
        defer { for file in Checkpoint.files(path) { unlink(file) } }
        let checkpoint = try Checkpoint(path: path, identity: [], inputs: 1, outputs: 1, interval: 0)
        let uniqueValues = try checkpoint.keys(memoryLimit: 1 << 13)
        let isDone = Mutex(false)
        let writer = Thread { while !isDone.withLock({ $0 }) { try? uniqueValues.synchronize() } }
        writer.start()
        let log = UniqueValueLog()
        var (wrong, length) = (0, 0)
        for round in 0..<1500 {
            log.begin()
            for number in 0..<100 {
                log.beginRecord()
                // Half of them were added in the round before.
                _ = log.record(with: Array("key \(round * 50 + number)".utf8))
            }
            let mark = try #require(uniqueValues.settle(log))
            #expect(mark.length > length)
            length = mark.length
            for number in 0..<100 where log.isTaken(number) != (round > 0 && number < 50) { wrong += 1 }
        }
        isDone.withLock { $0 = true }
        #expect(wrong == 0)
    }

    /// Another thread sees the values of a chunk all or not at all, so each use holds the lock.
    @Test func aChunkIsAddedAsAWhole() throws {
        let uniqueValues = UniqueValues(memoryLimit: 1 << 26)
        let log = UniqueValueLog()
        log.begin()
        for number in 0..<200_000 {
            log.beginRecord()
            _ = log.record(with: Array("key \(number)".utf8))
        }
        let lengths = Mutex<Set<Int>>([])
        let isDone = Mutex(false)
        let ended = DispatchSemaphore(value: 0)
        let reader = Thread {
            let empty = UniqueValueLog()
            while !isDone.withLock({ $0 }) {
                empty.begin()
                let length = uniqueValues.settle(empty)?.length ?? -1
                lengths.withLock { _ = $0.insert(length) }
            }
            ended.signal()
        }
        reader.start()
        while lengths.withLock({ $0.isEmpty }) { usleep(1_000) }
        let mark = try #require(uniqueValues.settle(log))
        isDone.withLock { $0 = true }
        ended.wait()
        #expect(lengths.withLock { $0 }.isSubset(of: [0, mark.length]))
    }

    @Test func aCheckpointThatCannotBeWrittenIsSaidAtTheStart() throws {
        #expect(throws: Checkpoint.Failure.self) {
            try Checkpoint(path: "/nowhere/state", identity: [], inputs: 1, outputs: 1, interval: 5)
        }
    }

    @Test(arguments: [Double.nan, -.infinity, -1, 0, 1e300, .infinity])
    func anyIntervalWillDo(interval: Double) throws {
        let bench = try Bench(rules: "rules: []")
        defer { bench.remove() }
        _ = try Checkpoint(path: bench.path("state"), identity: [], inputs: 1, outputs: 1, interval: interval)
    }
}
