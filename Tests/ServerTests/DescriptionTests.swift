#if Server
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Proviso
import ProvisoServer
import ServerOptions
import Testing

/// What the server says of its rules and of itself, and stored reports.
struct DescriptionTests {
    @Test func aFormLearnsWhatEachFieldTakes() async throws {
        let place = try Place()
        try await place.service().application().test(.live) { client in
            let answer = try await client.get("/v1/rules/signup?locale=ar")
            #expect(answer.headers[.contentLanguage] == "ar" && answer.json?["rightToLeft"] == true)
            #expect(answer.json?["digits"] == "٠١٢٣٤٥٦٧٨٩")
            #expect(try await client.get("/v1/rules/signup?locale=de").json?["digits"] == "0123456789")
            let fields = answer.json?["fields"]?.list ?? []
            func field(_ path: String) -> AnyValue? { fields.first { $0["path"]?.text == path } }
            #expect(
                fields.compactMap { $0["path"]?.text } == [
                    "username", "email", "age", "country", "items", "items.*", "items.*.sku",
                ])
            #expect(field("username")?["label"] == "اسم المستخدم" && field("username")?["required"] == true)
            #expect(field("username")?["minLength"] == 3 && field("username")?["maxLength"] == 24)
            #expect(
                field("email")?["format"] == nil && field("age")?["control"] == "integer" && field("age")?["min"] == 18)
            #expect(field("country")?["choices"] == ["DE", "FR"] && field("country")?["control"] == "choice")
            #expect(field("items")?["control"] == "list" && field("items.*")?["control"] == "group")
            #expect(field("items.*.sku")?["pattern"] == "^[A-Z]{3}$")
            let register = try await client.get("/v1/rules/signup?scenario=register").json
            #expect(register?["fields"]?.list?.contains { $0["format"] == "email" } == true)
            #expect(register?["scenarios"] == ["default", "register"])
        }
    }

    @Test func aStoredReportReadsAsTheOneInThatLanguage() async throws {
        let place = try Place()
        let address = "/v1/rules/signup/validate"
        try await place.service().application().test(.live) { client in
            let body = #"{"username":"","age":3,"items":[{"sku":"x"}]}"#
            let lines = body + "\n{\n" + body + "\n"
            let english = try await client.post("\(address)?locale=en", body)
            let many = try await client.post("\(address)?locale=en", lines, "application/x-ndjson")
            for locale in ["de", "ar", "ja"] {
                let live = try await client.post("\(address)?locale=\(locale)", body)
                let rendered = try await client.post("/v1/render?locale=\(locale)", english.text)
                #expect(rendered.text == live.text && rendered.version == live.version)
                let liveLines = try await client.post("\(address)?locale=\(locale)", lines, "application/x-ndjson")
                let again = try await client.post(
                    "/v1/render?rules=signup&locale=\(locale)", many.text, "application/x-ndjson")
                #expect(again.lines.dropLast() == liveLines.lines.dropLast())
            }
        }
    }

    @Test func theNumbersCountWhatWasAnswered() async throws {
        let place = try Place()
        try await place.service().application().test(.live) { client in
            _ = try await client.post("/v1/rules/signup/validate", #"{"username":"secret","email":"a@b.com"}"#)
            _ = try await client.post("/v1/rules/signup/validate", "{}\n{}\n{\n", "application/x-ndjson")
            _ = try await client.post("/v1/rules/other/validate", "{}")
            let text = try await client.get("/metrics").text
            for line in [
                #"proviso_records_total{rules="signup",verdict="valid"} 1"#,
                #"proviso_records_total{rules="signup",verdict="invalid"} 2"#,
                #"proviso_records_total{rules="signup",verdict="unreadable"} 1"#,
                #"proviso_requests_total{route="/v1/rules/{name}/validate",status="404"} 1"#,
                "proviso_request_seconds_count 3",
            ] { #expect(text.contains(line), "\(line)\n\(text)") }
            #expect(!text.contains("secret"))
        }
    }

    @Test func aPageOfAnotherOriginReadsNothingUnlessItIsNamed() async throws {
        let place = try Place()
        try await place.service().application().test(.live) { client in
            let answer = try await client.get("/v1/rules", [.origin: "https://example.org"])
            #expect(answer.headers[.accessControlAllowOrigin] == nil)
        }
        try await place.service { $0.origin = "https://example.org" }.application().test(.live) { client in
            let answer = try await client.get("/v1/rules", [.origin: "https://example.org"])
            #expect(answer.headers[.accessControlAllowOrigin] == "https://example.org")
            let problem = try await client.get("/v1/rules/none", [.origin: "https://example.org"])
            #expect(problem.status == .notFound && problem.headers[.accessControlAllowOrigin] == "https://example.org")
        }
    }

    @Test func thePageLoadsOnlyItsOwnFiles() async throws {
        let place = try Place()
        try await place.service().application().test(.live) { client in
            let page = try await client.get("/")
            #expect(page.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
            #expect(!page.text.contains("http://") && !page.text.contains("https://") && !page.text.contains("<style"))
            for (name, type) in [
                ("page.js", "text/javascript"), ("page.css", "text/css"), ("openapi.json", "application/json"),
            ] {
                let file = try await client.get("/\(name)")
                #expect(file.status == .ok && file.headers[.contentType]?.hasPrefix(type) == true)
                #expect(name == "openapi.json" || page.text.contains("\"\(name)\""))
            }
        }
    }

    @Test func theDescriptionNamesEveryRoute() async throws {
        let place = try Place()
        try await place.service().application().test(.live) { client in
            let paths = try #require(try await client.get("/openapi.json").json?["paths"]?.object)
            for (path, methods) in paths {
                for (name, about) in try #require(methods.object) {
                    let method = try #require(HTTPRequest.Method(name.uppercased()))
                    let address = path.replacing("{name}", with: "signup")
                    let headers: HTTPFields = [.contentType: "application/json"]
                    let answer = try await client.send(method, address, method == .get ? "" : "{}", headers)
                    #expect(answer.status != .notFound && answer.status != .methodNotAllowed, "\(name) \(path)")
                    #expect(about["responses"]?[String(answer.status.code)] != nil, "\(name) \(path): \(answer.status)")
                }
            }
        }
    }
}
#endif
