#if Server
internal import Glibc
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import NIOPosix
internal import Proviso
internal import ProvisoBulk
internal import ProvisoPlugins
internal import Synchronization

/// Validates the records of a body while it arrives: a run of the tool, between two pipes.
///
/// The pipes hold little, so a reader that is slow slows its own body down, and nothing is kept.
struct StreamRun: Sendable {
    let rules: ServedRules
    let generation: PlanGeneration
    let steps: StepList
    let localizer: ReportLocalizer
    let locale: String?
    let format: InputFormat
    /// Whether each record has a line.
    let isByRecord: Bool
    /// The most bytes that are read.
    let limit: Int

    /// Why some of the body did not come.
    private let state = BodyState()

    init(
        rules: ServedRules, generation: PlanGeneration, steps: StepList, localizer: ReportLocalizer, locale: String?,
        format: InputFormat, isByRecord: Bool, limit: Int
    ) {
        (self.rules, self.generation, self.steps, self.localizer) = (rules, generation, steps, localizer)
        (self.locale, self.format, self.isByRecord, self.limit) = (locale, format, isByRecord, limit)
    }

    /// Writes the findings to the answer until the body ends; returns the totals.
    ///
    /// Throws after the last line if the client broke off, so the answer has no end either.
    func answer(
        _ body: BodyFeed, on threads: NIOThreadPool, to writer: inout any ResponseBodyWriter
    ) async throws -> Summary {
        let input = try Pipe()
        let output: Pipe
        do { output = try Pipe() } catch {
            input.closeAll()
            throw error
        }
        let result = Task { try await threads.runIfActive { validate(from: input.reading, to: output.writing) } }
        let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>
        do {
            channel = try await Self.channel(reading: output.reading, writing: input.writing)
        } catch {
            // The run ends when its input has no writer.
            close(output.reading)
            close(input.writing)
            throw error
        }
        try await pass(body, through: channel, to: &writer)
        return try await result.value
    }

    private static func channel(
        reading: Int32, writing: Int32
    ) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
        try await NIOPipeBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .takingOwnershipOfDescriptors(input: reading, output: writing) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel,
                        configuration: .init(isOutboundHalfClosureEnabled: true))
                }
            }
    }

    /// Sends the body one way and the findings the other.
    private func pass(
        _ body: BodyFeed, through channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        var own = writer
        defer { writer = own }
        try await channel.executeThenClose { inbound, outbound in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { [limit, state] in
                    // The run writes its last line when its input ends, so it must know the reason before that.
                    defer { outbound.finish() }
                    do {
                        var count = 0
                        while let buffer = try await body.next() {
                            count += buffer.readableBytes
                            if count > limit {
                                return state.end("the body has more than \(limit) bytes: the rest was not validated")
                            }
                            try await outbound.write(buffer)
                        }
                    } catch {
                        state.end("the body ended early: its client broke off, and the rest did not come")
                        throw error
                    }
                }
                for try await buffer in inbound { try await own.write(buffer) }
                try await group.next()
            }
        }
    }

    /// Runs a job, and closes its output.
    private static func run(
        _ job: Job, _ path: String, _ settings: Run.Settings, _ output: Output, refusal: (Summary) -> String
    ) -> Summary {
        let result = Run(job, inputs: [path], settings: settings, outputs: [output])()
        // Rules that do not fit a table end the run before its report.
        if result.isRefused { output.write(refusal(result.summary)) }
        output.flush()
        return result.summary
    }

    /// Runs the rules over a pipe, on a thread that may wait.
    private func validate(from reading: Int32, to writing: Int32) -> Summary {
        let path = "/dev/fd/\(reading)"
        let writer = FindingsWriter(
            isByRecord: isByRecord, rules: rules.name, version: generation.version, state: state)
        var settings = Run.Settings(jobs: 1, memory: 64 << 20, format: format, progress: .none)
        settings.host.catchesSignals = false
        settings.host.tell = { text in
            let reason = text.replaced(path, by: FindingsWriter.body).replaced("error: ", by: "")
            Descriptor.write(FindingsWriter.error(reason), to: writing)
        }
        let unique = generation.plan.comparesRecords ? UniqueValues(memoryLimit: settings.tableMemory) : nil
        let job = Job(
            plan: generation.plan, steps: steps, localizer: localizer, writers: [writer], uniqueValues: unique,
            mode: .shard, locale: locale, rules: rules.name)
        let language = localizer.localizer.locale
        let summary = Self.run(job, path, settings, Output(descriptor: writing)) {
            writer.totals($0, locale: language, isComplete: false)
        }
        // A run that ended early leaves bytes, whose sender waits until they are read.
        Descriptor.drain(reading)
        close(reading)
        return summary
    }
}
#endif
