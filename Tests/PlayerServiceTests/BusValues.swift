import DBusKit

/// Values of any D-Bus type, made up: the ordinary, the extreme, and what no client means to send. The same for the same seed.
struct BusValues {
    var random: SplitMix
    /// What the rest of a call's values may hold, so that it is no larger than a bus lets through: parts, and 16 bytes of text
    /// for each.
    private var room = 0
    /// Object paths that exist, and such as may have existed.
    var paths: [String] = ["/", "/none", "/org/mpris/MediaPlayer2/TrackList/NoTrack", "/org/mediad/Player1/export/1"]

    /// Keys, kinds and names that mediad knows, addresses, and what breaks lines, terminals and counters.
    private static let words = [
        "", "uri", "title", "subtitle", "description", "genre", "artist", "album", "season", "episode", "artwork",
        "start",
        "end", "in", "out", "chapters", "titles", "markers", "segments", "next", "custom", "image", "url", "id",
        "level",
        "hidden", "source", "kind", "action", "preset", "path", "without", "overwrite", "ranges", "presentAt", "play",
        "keep",
        "automaticAcceptanceInterval", "description", "item", "None", "Track", "Playlist", "advance", "pause", "stop",
        "top-left", "duration", "chapter", "none", "intro", "credits", "advertisement", "custom:x", "skip", "block",
        "mute",
        "en", "fr-CH", "und", "-", "passthrough", "exact", "org.mediad.Queue1", "org.mpris.MediaPlayer2.Player",
        "Position",
        "Metadata", "Volume", "file:///a.flac", "/b.mp3", "file://", "http://", "https://example.org/c.mp4", "data:,x",
        "nonsense:x", "%00", "%", "\u{7F}", "\u{1B}[2J\u{9B}", "a\r\nb\u{2028}c\u{85}", "\u{FEFF}\u{202E}x",
        "ä\u{301}\u{1F468}",
        "<&\"'>", "{\"a\":1}", "-1", "9223372036854775808", "../../etc", ".", "a.b.c", ":1.1",
    ]

    private static let types = [
        "s", "i", "u", "x", "t", "d", "b", "y", "n", "q", "o", "g", "v", "as", "ay", "ax", "av", "a{sv}", "aa{sv}",
        "a{ss}",
        "(xx)", "a(xx)", "(iiii)", "a(xxsa{sv})", "a(usa{sv})", "aaas", "a{oa{sv}}", "(s(v)a{xv})",
    ]

    init(seed: UInt64) { random = SplitMix(state: seed) }

    /// One value for each complete type of a signature.
    mutating func values(of signature: some StringProtocol) -> [DBusValue] {
        room = 30_000
        return Self.types(of: Substring(signature)).map { value(of: $0, depth: 0) }
    }

    /// A value of some type.
    mutating func anything() -> DBusValue {
        room = 30_000
        return anything(depth: 0)
    }

    private mutating func anything(depth: Int) -> DBusValue {
        value(of: Substring(Self.types[random.next(below: Self.types.count)]), depth: depth)
    }

    mutating func chance(oneIn count: Int) -> Bool { random.next(below: count) == 0 }

    // MARK: By type

    private mutating func value(of type: Substring, depth: Int) -> DBusValue {
        room -= 1
        return switch type.first {
        case "y": .byte(UInt8(truncatingIfNeeded: number()))
        case "b": .boolean(chance(oneIn: 2))
        case "n": .int16(Int16(clamping: number()))
        case "q": .uint16(UInt16(clamping: number()))
        case "i": .int32(Int32(clamping: number()))
        case "u": .uint32(UInt32(clamping: number()))
        case "x": .int64(number())
        case "t": .uint64(chance(oneIn: 4) ? .max : UInt64(clamping: number()))
        case "d": .double(real())
        case "s": .string(text())
        case "o": .objectPath(path())
        case "g": .signature(Self.types[random.next(below: Self.types.count)])
        case "v": variant(depth)
        case "(": .structure(Self.types(of: type.dropFirst().dropLast()).map { value(of: $0, depth: depth + 1) })
        default: array(of: type.dropFirst(), depth: depth + 1)
        }
    }

    private mutating func array(of element: Substring, depth: Int) -> DBusValue {
        let count = count(depth)
        if element == "y" { return .bytes((0..<count).map { UInt8(truncatingIfNeeded: $0) }) }
        guard element.first == "{" else {
            return .array(String(element), (0..<count).map { _ in value(of: element, depth: depth) })
        }
        let types = Self.types(of: element.dropFirst().dropLast())
        let entries = (0..<count).map { _ in
            DBusEntry(value(of: types[0], depth: depth), value(of: types[1], depth: depth))
        }
        return .dictionary(String(element.dropFirst().dropLast()), entries)
    }

    /// Now and then more than any limit of a list, of the outermost one.
    private mutating func count(_ depth: Int) -> Int {
        if depth == 1, room > 0, chance(oneIn: 24) { return [101, 1_001, 5_001, 20_001][random.next(below: 4)] }
        return depth > 6 || room < 0 ? 0 : random.next(below: 5)
    }

    private mutating func variant(_ depth: Int) -> DBusValue {
        guard depth < 6 else { return .variant(.int32(0)) }
        guard depth < 2, chance(oneIn: 12) else { return .variant(anything(depth: depth + 1)) }
        // As deep as a message may be, but for what it is in.
        return (0..<(50 - depth)).reduce(.variant(anything(depth: 6))) { inner, _ in .variant(inner) }
    }

    private mutating func number() -> Int64 {
        let extremes: [Int64] = [
            0, 1, -1, 2, .max, .min, .max - 1, Int64(Int32.max), Int64(Int32.min), Int64(UInt32.max), 1 << 53,
            1_000_000,
            10_000_000, -1_000_000, 9_223_372_036_854_775, -9_223_372_036_854_775, 604_800_000_000,
        ]
        return chance(oneIn: 3) ? Int64(random.next(below: 100)) : extremes[random.next(below: extremes.count)]
    }

    private mutating func real() -> Double {
        let extremes: [Double] = [
            0, -0.0, 1, -1, 0.5, 2, .nan, .signalingNaN, .infinity, -.infinity, .greatestFiniteMagnitude,
            -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e19, -1e19,
        ]
        return extremes[random.next(below: extremes.count)]
    }

    private mutating func text() -> String {
        let word = Self.words[random.next(below: Self.words.count)]
        let kind = random.next(below: room < 5_000 ? 1_000 : 30)
        if kind < 2 { room -= 4_096 }
        return switch kind {
        case 0: String(repeating: "x", count: 65_536)
        case 1: String(repeating: "\u{1B}\n", count: 32_768)
        case 2: String(repeating: "e\u{301}", count: 2_000)
        case 3: word + Self.words[random.next(below: Self.words.count)]
        default: word
        }
    }

    private mutating func path() -> String {
        let kind = random.next(below: 12)
        if kind == 0 { room -= 4_096 }
        return switch kind {
        case 0 where room > 5_000: "/" + String(repeating: "a", count: 65_536)
        case 1: String(repeating: "/a", count: 1_000)
        case 2: "/org/mpris/MediaPlayer2/TrackList/99999999999999999999"
        default: paths[random.next(below: paths.count)]
        }
    }

    /// The complete types in a signature that is right.
    private static func types(of signature: Substring) -> [Substring] {
        var types: [Substring] = []
        var rest = signature
        while !rest.isEmpty {
            var end = rest.startIndex
            while rest[end] == "a" { end = rest.index(after: end) }
            var open = 0
            repeat {
                if "({".contains(rest[end]) { open += 1 }
                if ")}".contains(rest[end]) { open -= 1 }
                end = rest.index(after: end)
            } while open > 0
            types.append(rest[..<end])
            rest = rest[end...]
        }
        return types
    }
}
