/// The smallest heads of image files that can be measured.
enum SampleImage {
    static func png(_ width: Int, _ height: Int) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + big(width, 4)
            + big(height, 4) + [8, 6, 0, 0, 0]
    }

    static func gif(_ width: Int, _ height: Int) -> [UInt8] {
        Array("GIF89a".utf8) + big(width, 2).reversed() + big(height, 2).reversed() + [0, 0, 0]
    }

    /// With an EXIF segment, fill bytes and a table before the frame.
    static func jpeg(_ width: Int, _ height: Int) -> [UInt8] {
        let exif: [UInt8] = [0xFF, 0xE1] + big(60_000, 2) + [UInt8](repeating: 0xFF, count: 59_998)
        let frame: [UInt8] = [0xFF, 0xC2] + big(17, 2) + [8] + big(height, 2) + big(width, 2) + [3]
        return [0xFF, 0xD8] + exif + [0xFF, 0xFF, 0xFF, 0xC4] + big(4, 2) + [0, 0] + frame
    }

    static func webp(_ width: Int, _ height: Int, _ kind: String) -> [UInt8] {
        let head = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8) + Array(kind.utf8) + [10, 0, 0, 0]
        switch kind {
        case "VP8 ": return head + [0, 0, 0, 0x9D, 1, 0x2A] + big(width, 2).reversed() + big(height, 2).reversed()
        case "VP8L": return head + [0x2F] + big((height - 1) << 14 | (width - 1), 4).reversed() + [0]
        default: return head + [0, 0, 0, 0] + big(width - 1, 3).reversed() + big(height - 1, 3).reversed()
        }
    }

    static let all: [[UInt8]] = [
        png(640, 480), gif(640, 480), jpeg(640, 480), webp(640, 480, "VP8 "), webp(640, 480, "VP8L"),
        webp(640, 480, "VP8X"),
    ]

    private static func big(_ number: Int, _ width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
