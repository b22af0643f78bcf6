#if Server
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import ProvisoBulk

/// The page for people, and the description of the server for programs.
enum PageRoutes {
    /// The page loads only its own files, and no other page frames it.
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'none'"

    static func add(to router: Router<ServiceContext>) {
        let html = ByteBuffer(bytes: PackageResources.index_html)
        let script = ByteBuffer(bytes: PackageResources.page_js)
        let words = ByteBuffer(bytes: PackageResources.words_js)
        let style = ByteBuffer(bytes: Array(PageStyle.text.utf8) + [0x0A] + PackageResources.page_css)
        let description = ByteBuffer(bytes: PackageResources.openapi_json)
        router.serve("/") { _, _ in file(html, "text/html; charset=utf-8") }
        router.serve("page.js") { _, _ in file(script, "text/javascript; charset=utf-8") }
        router.serve("words.js") { _, _ in file(words, "text/javascript; charset=utf-8") }
        router.serve("page.css") { _, _ in file(style, "text/css; charset=utf-8") }
        router.serve("openapi.json") { _, _ in file(description, "application/json") }
    }

    private static func file(_ bytes: ByteBuffer, _ type: String) -> Response {
        var headers: HTTPFields = [.contentType: type, .cacheControl: "no-cache", .contentSecurityPolicy: policy]
        if let name = HTTPField.Name("Referrer-Policy") { headers[name] = "no-referrer" }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
    }
}
#endif
