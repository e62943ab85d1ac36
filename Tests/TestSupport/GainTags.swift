public import Foundation

/// Copies of fixtures with tags of loudness, in the forms of other programs.
public enum GainTags {
    /// With an APEv2 tag at the end, as mp3gain, Musepack and WavPack write it.
    public static func ape(_ fixture: String, _ tags: [(String, String)], to file: URL) throws -> String {
        func little(_ number: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(number).littleEndian) { Array($0) } }
        var items: [UInt8] = []
        for (key, value) in tags {
            items += little(value.utf8.count) + little(0) + Array(key.utf8) + [0] + Array(value.utf8)
        }
        // Header and footer differ in a bit of the flags; both say that there is a header.
        func frame(_ flags: UInt32) -> [UInt8] {
            Array("APETAGEX".utf8) + little(2_000) + little(items.count + 32) + little(tags.count)
                + little(Int(flags)) + [UInt8](repeating: 0, count: 8)
        }
        let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Fixtures.path(fixture))))
        let bytes = whole + frame(0xA000_0000) + items + frame(0x8000_0000)
        try Data(bytes).write(to: file)
        return file.absoluteString
    }

    /// With iTunes's atoms in an MP4 file that ends with its `moov`.
    public static func iTunes(_ fixture: String, _ tags: [(String, String)], to file: URL) throws -> String {
        func box(_ type: String, _ content: [UInt8]) -> [UInt8] { big(content.count + 8) + Array(type.utf8) + content }
        var atoms: [UInt8] = []
        for (key, value) in tags {
            let mean = box("mean", big(0) + Array("com.apple.iTunes".utf8))
            let name = box("name", big(0) + Array(key.utf8))
            atoms += box("----", mean + name + box("data", big(1) + big(0) + Array(value.utf8)))
        }
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Fixtures.path(fixture)))) + atoms
        // Everything that holds the end of the file grows.
        for type in ["moov", "udta", "meta", "ilst"] {
            guard let found = bytes.lastRange(of: Array(type.utf8)) else { continue }
            let start = found.lowerBound - 4
            let size = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            bytes.replaceSubrange(start..<start + 4, with: big(size + atoms.count))
        }
        try Data(bytes).write(to: file)
        return file.absoluteString
    }

    private static func big(_ number: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(number).bigEndian) { Array($0) } }
}

extension [UInt8] {
    fileprivate func lastRange(of other: [UInt8]) -> Range<Int>? {
        stride(from: count - other.count, through: 0, by: -1).first { self[$0...].starts(with: other) }
            .map { $0..<$0 + other.count }
    }
}
