internal import Proviso

extension Checkpoint.State {
    func write(to writer: inout JSONWriter) {
        writer.object {
            $0.member("input", resumption.input)
            $0.member("offset", resumption.offset)
            $0.member("items", resumption.items.rawValue)
            $0.member("records", position.records)
            $0.member("lines", position.lines)
            $0.member("columns", position.columns)
            $0.member("hasFailed", hasFailed)
            $0.member("claimed", logMark.length)
            $0.member("claimedChecksum", Int(logMark.checksum))
            if !accepted.isEmpty {
                $0.member("accepted") { $0.list { for count in accepted { $0.value(.integer(Int64(count))) } } }
            }
            $0.member("lengths") { $0.list { for mark in marks { $0.value(.integer(Int64(mark.length))) } } }
            $0.member("checksums") { $0.list { for mark in marks { $0.value(.integer(Int64(mark.checksum))) } } }
            $0.member("begun") { $0.list { for begun in begun { $0.value(.boolean(begun)) } } }
            $0.member("summary") { summary.write(to: &$0, isPart: true) }
            $0.member("tally") { tally.write(to: &$0) }
            $0.member("seen", presence.seen.sorted())
            $0.member("names", presence.names)
            $0.member("seenColumns", presence.columns.sorted())
            if let wrapper = presence.wrapper { $0.member("wrapper") { wrapper.write(to: &$0) } }
            $0.member("hasRun", presence.hasRun)
            $0.member("ran") { $0.list { for order in presence.ran.sorted() { $0.value(.integer(Int64(order))) } } }
            $0.member("inputRecords", inputRecords)
            if let header { $0.member("header", header) }
            if let dataset { $0.member("dataset") { $0.value(dataset) } }
        }
    }

    /// Reads the output of `write`; `nil` if it is anything else.
    init?(_ value: AnyValue, inputs: Int, outputs: Int) {
        self.init(outputs: outputs)
        guard let input = value["input"]?.count, input <= inputs, let offset = value["offset"]?.count,
            let items = value["items"]?.count.flatMap(ItemScan.State.init), let hasFailed = value["hasFailed"]?.boolean,
            let records = value["records"]?.count, let lines = value["lines"]?.count,
            let columns = value["columns"]?.count, let claimed = value["claimed"]?.count,
            let checksum = value["claimedChecksum"]?.count.flatMap(UInt32.init(exactly:)),
            let summary = Summary(value["summary"] ?? .absent), let tally = Tally(value["tally"] ?? .absent)
        else { return nil }
        resumption = Resumption(input: input, offset: offset, items: items)
        position = Position(records: records, lines: lines, columns: columns)
        self.hasFailed = hasFailed
        logMark = KeyLog.Mark(length: claimed, checksum: checksum)
        self.summary = summary
        self.tally = tally
        for case .text(let name) in value["seen"]?.items ?? [] { presence.seen.insert(name) }
        for case .text(let name) in value["names"]?.items ?? [] { presence.names.append(name) }
        for case .text(let name) in value["seenColumns"]?.items ?? [] { presence.columns.insert(name) }
        presence.wrapper = Wrapper(value["wrapper"])
        presence.hasRun = value["hasRun"] == .boolean(true)
        presence.ran = Set((value["ran"]?.items ?? []).compactMap(\.count))
        inputRecords = value["inputRecords"]?.count ?? 0
        header = value["header"]?.string
        dataset = value["dataset"]
        accepted = (value["accepted"]?.items ?? []).compactMap(\.count)
        if accepted.count != (value["accepted"]?.items ?? []).count { return nil }
        guard case .list(let lengths)? = value["lengths"], case .list(let checksums)? = value["checksums"],
            case .list(let begun)? = value["begun"]
        else { return nil }
        marks = zip(lengths, checksums).compactMap { length, checksum in
            guard let length = length.count, let checksum = checksum.count.flatMap(UInt32.init(exactly:)) else {
                return nil
            }
            return Output.Mark(length: length, checksum: checksum)
        }
        self.begun = begun.compactMap(\.boolean)
        if marks.count != outputs || lengths.count != outputs || checksums.count != outputs { return nil }
        if self.begun.count != outputs || begun.count != outputs { return nil }
    }
}
