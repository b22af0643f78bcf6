import Foundation
import TestSupport
import Testing

/// The forms of reports: those that others defined fit their definitions, and all are the same on any number of threads.
@Suite(.waitingForProcesses) struct ReportTests {
    private static let rules = """
        labels:
          name: { en: "<Name>" }
        optional: [items, nick, "a:b"]
        rules:
          - [name, trim]
          - [name, required]
          - [age, integer, { min: 18 }]
          - [country, default, { value: DE }]
          - [items.*.sku, required]
          - { attributes: nick, type: string, max: 4, severity: warning }
          - { attributes: "a:b", type: string, max: 1, severity: info }
        """

    /// Hostile where a format could break: quotes, tags, line breaks, and a line that is no JSON.
    private static let records = """
        {"name":" Ada ","age":20,"more":{"y":[1,2.50]}}
        {"name":"","age":3,"nick":"</td><script>","a:b":"é,\\n\\"::%"}
        {"name":
        {"name":"Bob","country":"FR","items":[{"sku":"a"},{"sku":""}]}

        """

    private static let formats = ["text", "json", "ndjson", "csv", "junit", "sarif", "github", "html"]

    private static let check = ["check", "--rules", "rules.yaml", "--locale", "en"]

    /// A name that formats must escape.
    private static let name = "a,b: 'ü'&.ndjson"

    private func report(_ format: String, _ more: String...) throws -> Tool.Result {
        let tool = try Tool(rules: Self.rules)
        defer { tool.remove() }
        try tool.write(Array(Self.records.utf8), to: Self.name)
        return try tool.run(Self.check + [Self.name, "--format", format] + more)
    }

    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

    /// What a schema's validator says; nil when none is installed.
    private func faults(_ document: String, by schema: String) throws -> String? {
        let tool = try Tool()
        defer { tool.remove() }
        try tool.write(Array(document.utf8), to: "document")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [
                "python3", Self.fixtures.appending(path: "validate.py").path(),
                Self.fixtures.appending(path: schema).path(),
            ]
            + [tool.folder.appending(path: "document").path()]
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        switch process.terminationStatus {
        case 0: return ""
        case 1: return text
        default:
            print("\(schema): no validator is installed (python3-jsonschema; libxml2-utils or python3-xmlschema)")
            return nil
        }
    }

    @Test func sarifFitsItsSchema() throws {
        for arguments in [[], ["--show-values"]] {
            let tool = try Tool(rules: Self.rules)
            defer { tool.remove() }
            let empty = try tool.run(Self.check + ["--format", "sarif"] + arguments, input: [])
            let full = try tool.run(Self.check + ["--format", "sarif"] + arguments, input: Array(Self.records.utf8))
            for text in [empty.output, full.output] {
                if let faults = try faults(text, by: "sarif-schema-2.1.0.json") { #expect(faults == "", "\(text)") }
            }
        }
        if let faults = try faults("{\"version\":\"2.1.0\"}", by: "sarif-schema-2.1.0.json") { #expect(faults != "") }
    }

    @Test func sarifSaysWhatWasFound() throws {
        let log = try JSONSerialization.jsonObject(with: Data(report("sarif").output.utf8)) as? [String: Any]
        let run = try #require((log?["runs"] as? [[String: Any]])?.first)
        let results = try #require(run["results"] as? [[String: Any]])
        #expect(log?["version"] as? String == "2.1.0")
        #expect(results.map { $0["level"] as? String } == ["error", "error", "warning", "note", "error", "error"])
        let rules = ((run["tool"] as? [String: Any])?["driver"] as? [String: Any])?["rules"] as? [[String: Any]]
        let ids = rules?.compactMap { $0["id"] as? String }
        #expect(ids == Set(results.compactMap { $0["ruleId"] as? String }).sorted())
        let location = try #require((results.last?["locations"] as? [[String: Any]])?.first)
        let place = location["physicalLocation"] as? [String: Any]
        #expect(
            (place?["artifactLocation"] as? [String: Any])?["uri"] as? String == "a%2Cb%3A%20%27%C3%BC%27%26.ndjson")
        #expect(place?["region"] as? [String: Int] == ["startLine": 4, "startColumn": 58])
        #expect((run["invocations"] as? [[String: Any]])?.first?["executionSuccessful"] as? Bool == false)
    }

    @Test func junitFitsItsSchema() throws {
        let tool = try Tool(rules: Self.rules)
        defer { tool.remove() }
        let empty = try tool.run(Self.check + ["--format", "junit"], input: [])
        for text in try [empty.output, report("junit", "--show-values").output] {
            if let faults = try faults(text, by: "junit-10.xsd") { #expect(faults == "", "\(text)") }
        }
        if let faults = try faults("<testsuites><testcase/></testsuites>", by: "junit-10.xsd") { #expect(faults != "") }
    }

    @Test func junitCountsWhatItLists() throws {
        let text = try report("junit").output
        let suites = text.split(separator: "<testsuite ").dropFirst()
        #expect(suites.count == 4)
        for suite in suites {
            func count(_ part: String) -> Int { suite.ranges(of: part).count }
            #expect(suite.contains("tests=\"\(count("<testcase"))\" failures=\"\(count("<failure"))\""), "\(suite)")
            #expect(suite.contains("errors=\"\(count("<error"))\""), "\(suite)")
        }
        #expect(text.contains("&lt;Name&gt;") && text.contains("a,b: &#39;ü&#39;&amp;.ndjson"))
    }

    /// The members of RFC 9457, section 3.1, and of the example there for several problems.
    @Test func problemHasTheMembersOfRFC9457() throws {
        let tool = try Tool(rules: Self.rules)
        defer { tool.remove() }
        func problem(_ input: String) throws -> (result: Tool.Result, object: [String: Any]) {
            let result = try tool.run(Self.check + ["--format", "problem"], input: Array(input.utf8))
            let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
            return (result, object ?? [:])
        }
        let (result, invalid) = try problem("{\"name\":\"\",\n\"items\":[{\"sku\":\"\"}]}")
        #expect(result.status == 1)
        #expect(Set(invalid.keys) == ["type", "title", "status", "detail", "errors"])
        #expect(invalid["type"] as? String == "about:blank")
        #expect(invalid["title"] as? String == "Unprocessable Content")
        #expect(invalid["status"] as? Int == 422)
        let errors = try #require(invalid["errors"] as? [[String: Any]])
        #expect(errors.map { $0["pointer"] as? String } == ["#/name", "#/items/0/sku"])
        #expect(errors.allSatisfy { $0["detail"] is String })
        let broken = try problem("{").object
        #expect(broken["status"] as? Int == 400 && broken["title"] as? String == "Bad Request")
        #expect(try tool.run(Self.check + ["--format", "problem"], input: Array("{\"name\":\"a\"}".utf8)).output == "")
        let two = try tool.run(Self.check + ["--format", "problem"], input: Array("{}\n{}\n".utf8))
        #expect(two.status == 2 && two.errors.contains("--format problem is for one record, but there are 2"))
    }

    @Test func githubCommandsStayOnTheirLine() throws {
        let lines = try report("github").lines
        #expect(lines.count == 7 && lines[6] == "::error title=unreadable::some of the data could not be read")
        #expect(lines[0].hasPrefix("::error file=a%2Cb%3A 'ü'&.ndjson,line=2,col=9,title=<Name> (/name)::"))
        // Errors first, in the order of the data; then warnings, then notices.
        #expect(lines[2].contains(",title=unreadable::") && lines[3].contains(",line=4,"))
        #expect(lines[4].hasPrefix("::warning ") && lines[5].hasPrefix("::notice "))
        #expect(lines[5].contains("(/a%3Ab)::"))
        let shown = try report("github", "--show-values").lines
        #expect(shown[5].hasSuffix(" = \"é,\\n\\\"::%25\""))
    }

    @Test func csvHasARowAFinding() throws {
        let lines = try report("csv", "--show-values").output.components(separatedBy: "\r\n")
        #expect(lines.count == 7 && lines[6] == "")
        let head = "file,line,column,record,path,attribute,label,severity,code,rule,type,message,value,firstRecord"
        #expect(lines[0] == head)
        #expect(lines[1].hasPrefix("\"a,b: 'ü'&.ndjson\",2,9,2,/name,name,<Name>,error,required.blank,"))
        #expect(lines[4].hasSuffix(",\"\"\"é,\\n\\\"\"::%\"\"\","))
        #expect(lines[5].contains(",4,58,4,/items/1/sku,items.*.sku,"))
    }

    @Test func htmlEscapesAndLoadsNothing() throws {
        let page = try report("html", "--show-values").output
        #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n"))
        #expect(!page.contains("<script") && page.contains("&lt;/td&gt;&lt;script&gt;"))
        for name in ["src=", "url(", "@import"] { #expect(!page.contains(name), "\(name)") }
        // Links lead only to the findings on the page itself.
        #expect(page.ranges(of: "href=").count == page.ranges(of: "<a href=\"#k").count)
        #expect(page.contains("<a href=\"#k0\">") && page.contains(" id=\"k0\">"))
        #expect(
            page.contains("<bdi lang=\"en\">&lt;Name&gt;</bdi>") && page.contains("Some of the data could not be read.")
        )
        let titles = [
            "<h2>Errors</h2>", "<h2>Warnings</h2>", "<h2>Infos</h2>", "<h3>By code</h3>", "<h3>By attribute</h3>",
            "<h3>By place in the data</h3>",
        ]
        for title in titles {
            #expect(page.contains(title), "\(title)")
        }
    }

    @Test func valuesAreShownOnlyWhenAskedFor() throws {
        for format in Self.formats {
            let (hidden, shown) = try (report(format).output, report(format, "--show-values").output)
            for end in [">", "&gt;"] { #expect(!hidden.contains("script\(end)"), "\(format)") }
            #expect(shown.contains("script>") || shown.contains("script&gt;"), "\(format)")
        }
    }

    private static func many(_ count: Int) -> [UInt8] {
        var text = ""
        for number in 0..<count {
            text +=
                "{\"name\":\"\(number % 7 == 0 ? "" : " n\(number)")\",\"age\":\(number % 50),\"number\":\(number)}\n"
            if number % 5000 == 99 { text += "{\"name\":\n" }
        }
        return Array(text.utf8)
    }

    @Test func reportsAndSplitsAreTheSameOnAnyNumberOfThreads() throws {
        let tool = try Tool(rules: Self.rules)
        defer { tool.remove() }
        let bytes = Self.many(2_500)
        try tool.write(bytes, to: "data.ndjson")
        for format in Self.formats {
            for limit in [[], ["--max-errors", "800"]] {
                var first: [Data] = []
                // So many threads in so little memory leave 32 KB for a chunk, or 8 KB where a report says much.
                for jobs in ["1", "31"] {
                    let result = try tool.run(
                        Self.check + [
                            "data.ndjson", "--format", format, "--jobs", jobs, "--output", "o", "--valid", "v",
                            "--invalid", "i", "--normalized", "n", "--memory", "8M",
                        ] + limit)
                    let files = try ["o", "v", "i", "n"].map { try tool.bytes($0) } + [Data(result.errors.utf8)]
                    if first.isEmpty { first = files }
                    #expect(files == first, "\(format), \(jobs) threads, \(limit)")
                    #expect(result.errors.contains("stopped at --max-errors 800") == !limit.isEmpty)
                    if limit.isEmpty { #expect(files[1].count + files[2].count == bytes.count) }
                }
            }
        }
    }

    @Test func reportsAndSplitsGoOnAfterARunWasKilled() throws {
        let tool = try Tool(rules: Self.rules)
        defer { tool.remove() }
        try tool.write(Self.many(10_000), to: "data.ndjson")
        func arguments(_ files: [String], _ more: String...) -> [String] {
            Self.check + ["data.ndjson", "--format", "html", "--output", files[0], "--valid", files[1]]
                + ["--invalid", files[2], "--normalized", files[3], "--max-errors", "5500"] + more
        }
        let names = ["o", "v", "i", "n"]
        let whole = try tool.run(arguments(names.map { $0 + "-whole" }))
        let command = arguments(names, "--checkpoint", "state", "--checkpoint-interval", "0", "--memory", "8M")
        for _ in 0..<3 {
            let length = tool.size("v")
            let process = try tool.start(command)
            while process.isRunning, tool.size("v") <= length + 25_000 { usleep(200) }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        let last = try tool.run(command)
        // What could not be read was said by the run that read it.
        let errors = [last, whole].map { $0.errors.split(separator: "\n").filter { !$0.hasPrefix("error: ") } }
        #expect(last.status == whole.status && errors[0] == errors[1])
        for name in names { #expect(try tool.bytes(name) == tool.bytes(name + "-whole"), "\(name)") }
    }

    @Test func mergedPartsGiveTheSameReport() throws {
        let tool = try Tool(rules: Self.rules)
        defer { tool.remove() }
        try tool.write(Self.many(2_000), to: "data.ndjson")
        let size = tool.size("data.ndjson")
        let shards = stride(from: 0, to: size, by: 40_000).map { "data.ndjson \($0) \($0 + 40_000)" }
        let parts = try tool.run(
            ["shard", "--rules", "rules.yaml", "--locale", "en"], input: Array(shards.joined(separator: "\n").utf8))
        for format in Self.formats {
            let whole = try tool.run(Self.check + ["data.ndjson", "--format", format])
            let merged = try tool.run(["merge", "--format", format], input: Array(parts.output.utf8))
            #expect(merged.output == whole.output && merged.errors == whole.errors, "\(format)")
        }
    }

    @Test func splitsRecordsAsTheyCame() throws {
        let tool = try Tool(rules: Self.rules)
        defer { tool.remove() }
        func split(_ input: String, _ format: String) throws -> [String] {
            let result = try tool.run(
                Self.check + ["--input-format", format, "--valid", "v", "--invalid", "i", "--normalized", "n"],
                input: Array(input.utf8))
            return try ["v", "i", "n"].map { String(decoding: try tool.bytes($0), as: UTF8.self) } + [result.errors]
        }
        let lines = Self.records.split(separator: "\n").map { $0 + "\n" }
        let texts = try split(Self.records, "ndjson")
        #expect(texts[0] == lines[0])
        #expect(texts[1] == lines[1...].joined())
        #expect(texts[2] == "{\"name\":\"Ada\",\"age\":20,\"more\":{\"y\":[1,2.5]},\"country\":\"DE\"}\n")
        let table = try split("name,age,x.y\r\n a ,20,\"1,\"\"2\"\r\n,1,\r\nb,1", "csv")
        #expect(table[0] == "name,age,x.y\r\n a ,20,\"1,\"\"2\"\r\n")
        #expect(table[1] == "name,age,x.y\r\n,1,\r\nb,1\n")
        #expect(table[2] == "{\"name\":\"a\",\"age\":\"20\",\"x\":{\"y\":\"1,\\\"2\"},\"country\":\"DE\"}\n")
        let list = try split("[{\"name\":\"a\",\n\"country\":\"FR\"},\n{}]", "json")
        #expect(list[0] == "{\"name\":\"a\",\n\"country\":\"FR\"}\n" && list[1] == "{}\n")
        #expect(list[2] == "{\"name\":\"a\",\"country\":\"FR\"}\n")
    }

    @Test func refusesToWriteOverItsFiles() throws {
        let tool = try Tool(rules: Self.rules)
        defer { tool.remove() }
        try tool.write(Array("{}\n".utf8), to: "a.ndjson")
        func refusal(_ more: String...) throws -> String {
            let result = try tool.run(Self.check + ["a.ndjson"] + more)
            #expect(result.status == 2, "\(more)")
            return result.errors
        }
        #expect(try refusal("--valid", "./a.ndjson").contains("--valid ./a.ndjson is also an input: name another file"))
        #expect(
            try refusal("--valid", "b", "--invalid", "b").contains(
                "--invalid b is also the file of --valid: name another file"))
        #expect(try refusal("b.csv", "--valid", "c").contains("either tables or JSON, not both"))
        #expect(try refusal("--max-errors", "0").contains("--max-errors: expected an integer of at least 1, found"))
        #expect(try tool.bytes("a.ndjson").count == 3)
    }

    @Test func endsAtTheLimitOfErrors() throws {
        let tool = try Tool(rules: Self.rules)
        defer { tool.remove() }
        let input = Array((Self.records + Self.records).utf8)
        let result = try tool.run(Self.check + ["--max-errors", "3", "--format", "json"], input: input)
        #expect(result.status == 3)
        #expect(result.errors.contains("3 records: 1 valid, 1 invalid, 1 record could not be read"))
        #expect(result.errors.contains("\nstopped at --max-errors 3: later records were not validated\n"))
        #expect(result.output.contains("\"stoppedAfterErrors\":3"))
    }
}
