internal import DBusKit
internal import PlayerCore

/// The options of an export, checked.
struct ExportOptions {
    /// The maximum length of the path in UTF-8 bytes: Linux's PATH_MAX, with room for the extension of an unfinished
    /// file.
    static let longestPath = 4_000
    static let longestPreset = 64

    private var preset = "passthrough"
    private var ranges: [(start: MediaTime, end: MediaTime)] = []
    private var keepsChapters = true
    private var overwrites = false
    private var without: Set<SegmentKind> = []

    init(_ options: DBusValue) throws(DBusError) {
        for (name, value) in options.asDictionary ?? [:] {
            switch name {
            case "preset": preset = try Self.text(value, name)
            case "chapters": keepsChapters = try Self.flag(value, name)
            case "overwrite": overwrites = try Self.flag(value, name)
            case "ranges": ranges = try Self.ranges(value)
            case "without": without = try Self.kinds(value)
            default:
                throw DBusError(
                    .invalidArgs,
                    "There is no option '\(MediaURI.shortened(name))'. The options are preset, ranges, without, "
                        + "chapters and overwrite.")
            }
        }
        if preset.isEmpty { preset = "passthrough" }
        guard preset.utf8.count <= Self.longestPreset, preset.utf8.allSatisfy(Self.isOfName) else {
            throw DBusError(
                .invalidArgs, "'\(MediaURI.shortened(preset))' is not a preset: see Presets().")
        }
    }

    /// The request to export the current item to the file at `path`.
    func request(path: String) throws(DBusError) -> ExportRequest {
        guard path.hasPrefix("/"), !path.hasSuffix("/") else {
            throw DBusError(
                .invalidArgs,
                "'\(MediaURI.shortened(path))' is not the absolute path of a file: send one such as "
                    + "/home/me/clip.mkv.")
        }
        guard path.utf8.count <= Self.longestPath else {
            throw DBusError(.invalidArgs, "The path is longer than \(Self.longestPath) bytes: choose a shorter one.")
        }
        var request = ExportRequest(path: path, method: .init(preset: preset))
        request.ranges = ranges.map { .init(start: $0.start, end: $0.end) }
        request.without = without
        request.keepsChapters = keepsChapters
        request.overwrites = overwrites
        return request
    }

    /// In place of an encoding target's name, GStreamer also accepts whole pipelines, so only characters of names are
    /// allowed.
    private static func isOfName(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || [UInt8(ascii: "-"), UInt8(ascii: "/")].contains(byte)
    }

    private static func text(_ value: DBusValue, _ name: String) throws(DBusError) -> String {
        guard let text = value.asString else { throw DBusError(.invalidArgs, "The option \(name) must be a string.") }
        return text
    }

    private static func flag(_ value: DBusValue, _ name: String) throws(DBusError) -> Bool {
        guard let flag = value.asBool else {
            throw DBusError(.invalidArgs, "The option \(name) must be true or false.")
        }
        return flag
    }

    private static func ranges(_ value: DBusValue) throws(DBusError) -> [(start: MediaTime, end: MediaTime)] {
        let wrong = DBusError(
            .invalidArgs, "The option ranges must be an array of pairs of times, a(xx), in microseconds of the item.")
        guard let elements = value.asArray else { throw wrong }
        try FieldReader.check(elements.count, at: "ranges", most: ExportRanges.limit)
        var ranges: [(start: MediaTime, end: MediaTime)] = []
        for element in elements {
            guard let pair = element.asArray, pair.count == 2, let start = pair[0].asInt64, let end = pair[1].asInt64
            else { throw wrong }
            ranges.append((MediaTime(microseconds: start), MediaTime(microseconds: end)))
        }
        return ranges
    }

    private static func kinds(_ value: DBusValue) throws(DBusError) -> Set<SegmentKind> {
        guard let words = value.asStringArray else {
            throw DBusError(.invalidArgs, "The option without must be an array of kinds of segments.")
        }
        try FieldReader.check(words.count, at: "without", most: SegmentReader.mostKinds)
        var kinds: Set<SegmentKind> = []
        for word in words {
            guard let kind = SegmentKind(rawValue: word) else {
                throw DBusError(
                    .invalidArgs,
                    "There is no kind of segment '\(MediaURI.shortened(word))'. The kinds are "
                        + SegmentKind.known.map(\.rawValue).joined(separator: ", ") + " and custom:NAME.")
            }
            kinds.insert(kind)
        }
        return kinds
    }
}
