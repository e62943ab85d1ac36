/// The limits of a description from any source: a client, a sidecar or a file of `mediactl`.
///
/// A client's description that exceeds a limit is refused, and the refusal names the field. Excess values of a sidecar
/// are left out, with a sentence in the log.
public enum DescriptionLimits {
    /// UTF-8 bytes of a text; four times what is kept of a tag in a file.
    public static let text = 64 << 10
    /// UTF-8 bytes of an address other than a `data:` URI; the most that browsers accept.
    public static let address = 32 << 10
    /// UTF-8 bytes of a `data:` URI: enough for a picture of 10 MiB in Base64.
    public static let picture = 16 << 20
    /// Texts in a list, such as artists.
    public static let texts = 1_000
    /// Chapters, segments, or markers of one group.
    public static let marks = 5_000
    /// Parts of an item that consists of several files.
    public static let parts = 2_000
    /// Assets of one interstitial.
    public static let assets = 100
    /// Attributes of a range of timed metadata.
    public static let attributes = 100
    /// Bytes of an attribute of a range of timed metadata.
    public static let attribute = 64 << 10
    /// Headers that are sent to an item's server.
    public static let headers = 50
    /// UTF-8 bytes of a header's name and value together; servers accept lines of at least 8 KiB.
    public static let header = 8 << 10
    /// Groups of markers.
    public static let groups = 100
    /// Languages of a mark's titles, and preferred languages.
    public static let languages = 100
    /// Nesting depth of objects and lists in `custom`, including `custom` itself. Each list is two levels on D-Bus,
    /// which allows 64 in all. A deeper item could not be sent back, and so the whole queue could not be read.
    public static let customDepth = 16
    /// Values in `custom`, at any depth.
    public static let customValues = 10_000
    /// UTF-8 bytes of all keys and texts in `custom`, which is part of every line sent to trackers.
    public static let customBytes = 256 << 10

    /// Returns the maximum length of an address.
    public static func longest(address: String) -> Int {
        address.prefix(5).lowercased() == "data:" ? picture : self.address
    }

    /// Why these members are not acceptable as `custom`, as a clause without a subject; nil if they are.
    public static func refusal(ofCustom members: [String: DescriptionValue]) -> String? {
        var meter = CustomMeter()
        meter.count(members, depth: 1)
        if meter.depth > customDepth { return "is nested deeper than \(customDepth)" }
        if meter.values > customValues { return "has more than \(customValues) values" }
        if meter.bytes > customBytes { return "has more than \(customBytes >> 10) KiB of text" }
        return nil
    }
}

/// Measures a description's `custom`. The values have been parsed, so their depth is already bounded.
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

    /// - Parameter depth: of the enclosing object or list.
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
