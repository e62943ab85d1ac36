public import PlayerCore

/// The time information of a DASH media presentation description (ISO/IEC 23009-1, section 5.3.1.2).
///
/// GStreamer's demuxer counts the time of a live presentation from `availabilityStartTime`, so this attribute alone
/// dates every position.
public struct DASHManifest: Hashable, Sendable {
    /// Whether more of it is being produced (`type="dynamic"`).
    public var isLive = false
    /// When its timeline began, in microseconds since 1970.
    public var availabilityStart: Int64?
    /// How long the description is valid before it must be read again; nil if it is never replaced.
    public var refreshAfter: MediaTime?

    /// The maximum size of a description in bytes; a longer one is not read.
    public static let largest = 8 << 20
    /// The refresh interval if none is given.
    private static let usualRefresh = MediaTime(nanoseconds: 5_000_000_000)

    /// Parses a description; nil if the bytes are not a DASH description.
    public static func read(_ bytes: [UInt8]) -> DASHManifest? {
        var tokens = XMLTokens(bytes)
        while let token = tokens.next() {
            guard case .start(let name, let attributes) = token else { continue }
            return XMLTokens.local(name) == "MPD" ? DASHManifest(attributes) : nil
        }
        return nil
    }

    private init(_ attributes: [String: String]) {
        isLive = attributes["type"] == "dynamic"
        availabilityStart = attributes["availabilityStartTime"].flatMap(HLSDate.microseconds)
        guard isLive else { return }
        refreshAfter = attributes["minimumUpdatePeriod"].flatMap(Self.duration) ?? Self.usualRefresh
    }

    /// Returns the time information on the item's timeline.
    ///
    /// - Parameter window: the seekable part of a live presentation.
    public func timeline(window: TimeRange?) -> StreamTimeline {
        var timeline = StreamTimeline()
        timeline.isLive = isLive
        timeline.window = window
        timeline.dates = availabilityStart.map { [StreamTimeline.DateAnchor(time: .zero, date: $0)] } ?? []
        return timeline
    }

    /// Parses an XML Schema duration without years and months, such as `P1DT2H3M4.5S`; nil if it is not one.
    static func duration(_ text: String) -> MediaTime? {
        guard text.utf8.count <= 64, text.first == "P" else { return nil }
        var (seconds, number, isTime, hasUnit) = (0.0, "", false, false)
        for character in text.dropFirst() {
            if character == "T", !isTime, number.isEmpty {
                isTime = true
                continue
            }
            guard let unit = unit(character, isTime) else {
                guard "0123456789.".contains(character) else { return nil }
                number.append(character)
                continue
            }
            guard let value = Double(number) else { return nil }
            (seconds, number, hasUnit) = (seconds + value * unit, "", true)
        }
        guard hasUnit, number.isEmpty, seconds.isFinite else { return nil }
        return MediaTime(seconds: seconds)
    }

    /// The seconds of a unit of a duration.
    private static func unit(_ character: Character, _ isTime: Bool) -> Double? {
        switch (character, isTime) {
        case ("D", false): 86_400
        case ("H", true): 3_600
        case ("M", true): 60
        case ("S", true): 1
        default: nil
        }
    }
}
