import Foundation
import Synchronization
public import Testing

/// Runs tests on threads of their own.
///
/// Swift has as many threads for all tests as there are cores, and whatever wants to go on stands in one queue with all
/// tests that have not begun. A test that waits there for a process holds a core up; one that measures time, or has a
/// time limit in what it tests, measures that queue.
public struct TestThreads: SuiteTrait, TestTrait, TestScoping {
    private let threads: Threads

    public var isRecursive: Bool { true }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(threads) { try await function() }
    }

    fileprivate static let waiting = TestThreads(threads: Threads(ProcessInfo.processInfo.activeProcessorCount + 2))
    fileprivate static let prompt = TestThreads(threads: Threads(2))
}

extension Trait where Self == TestThreads {
    /// For tests that wait for other processes: as many run at a time as there are cores, and two that only wait.
    public static var waitingForProcesses: Self { .waiting }

    /// For async tests in which time counts: nothing may hold up their threads.
    public static var prompt: Self { .prompt }
}

/// A number of threads that take jobs in the order they came.
private final class Threads: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    private let arrived = DispatchSemaphore(value: 0)

    init(_ count: Int) {
        for _ in 0..<count {
            Thread.detachNewThread { [self] in
                while true {
                    arrived.wait()
                    jobs.withLock { $0.removeFirst() }.runSynchronously(on: asUnownedTaskExecutor())
                }
            }
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        arrived.signal()
    }
}
