/// What a description may hold, whoever wrote it: a client, a sidecar or a file of `mediactl`.
///
/// What a client sends beyond this is refused by name; what a sidecar holds beyond it is left out, with a sentence.
public enum DescriptionLimits {
    /// UTF-8 bytes of a text; four times what is kept of a tag in a file.
    public static let text = 64 << 10
    /// UTF-8 bytes of an address that is no `data:` URI; what a browser takes at most.
    public static let address = 32 << 10
    /// UTF-8 bytes of a `data:` URI: a picture of 10 MiB, in Base64, has room in it.
    public static let picture = 16 << 20
    /// Texts in a list, such as artists.
    public static let texts = 1_000
    /// Chapters, segments, or markers of one group.
    public static let marks = 5_000
    /// Items that one interstitial plays.
    public static let assets = 100
    /// Attributes of a range of timed metadata.
    public static let attributes = 100
    /// Bytes of an attribute of a range of timed metadata.
    public static let attribute = 64 << 10
    /// Headers that are sent to an item's server.
    public static let headers = 50
    /// UTF-8 bytes of a header's name and value together; servers take 8 KiB of a line at least.
    public static let header = 8 << 10
    /// Groups of markers.
    public static let groups = 100
    /// Languages that a mark has titles in, or that somebody prefers.
    public static let languages = 100
    /// Objects and lists of `custom` inside of one another, itself included. Each list is two levels on D-Bus, which takes 64
    /// in all: one item that is too deep to be sent back would keep the whole queue from being read.
    public static let customDepth = 16
    /// Values in `custom`, at whatever depth.
    public static let customValues = 10_000
    /// UTF-8 bytes of all keys and texts in `custom`: it is a part of every line that trackers are sent.
    public static let customBytes = 256 << 10

    /// How long an address may be.
    public static func longest(address: String) -> Int {
        address.prefix(5).lowercased() == "data:" ? picture : self.address
    }

    /// Why a description cannot have this as its `custom`, as a clause without a subject; nil where it can.
    public static func refusal(ofCustom members: [String: DescriptionValue]) -> String? {
        var meter = CustomMeter()
        meter.count(members, depth: 1)
        if meter.depth > customDepth { return "is nested deeper than \(customDepth)" }
        if meter.values > customValues { return "has more than \(customValues) values" }
        if meter.bytes > customBytes { return "has more than \(customBytes >> 10) KiB of text" }
        return nil
    }
}

/// How much is in a description's `custom`. What is counted has been parsed: its depth has a bound already.
private struct CustomMeter {
    var depth = 0
    var values = 0
    var bytes = 0

    mutating func count(_ members: [String: DescriptionValue], depth: Int) {
        self.depth = max(self.depth, depth)
        for (key, value) in members {
            bytes += key.utf8.count
            count(value, depth: depth)
        }
    }

    /// - Parameter depth: of what the value is in.
    private mutating func count(_ value: DescriptionValue, depth: Int) {
        values += 1
        switch value {
        case .string(let text): bytes += text.utf8.count
        case .list(let elements):
            self.depth = max(self.depth, depth + 1)
            for element in elements { count(element, depth: depth + 1) }
        case .object(let members): count(members, depth: depth + 1)
        case .null, .bool, .integer, .number: break
        }
    }
}
