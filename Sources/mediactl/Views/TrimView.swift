import DBusKit
import MediaProbe
import PlayerCore

/// Where the current item begins and ends for who plays it.
struct TrimView {
    let isTrimming: Bool
    /// Nil: the item's own beginning.
    let inPoint: MediaTime?
    /// Nil: the item's own end.
    let outPoint: MediaTime?
    private let loops: Bool
    private let whyNot: String

    /// - Parameter properties: of `org.mediad.Trim1`.
    init(_ properties: [String: DBusValue]) {
        func time(_ name: String) -> MediaTime? {
            properties[name]?.asInt64.flatMap { $0 < 0 ? nil : MediaTime(microseconds: $0) }
        }
        isTrimming = properties["Trimming"]?.asBool ?? false
        inPoint = time("InPoint")
        outPoint = time("OutPoint")
        loops = properties["Loops"]?.asBool ?? false
        whyNot = properties["WhyNot"]?.asString ?? ""
    }

    /// Whether there is nothing to tell.
    var isEmpty: Bool { !isTrimming && line == nil }

    /// From where to where, in one line; nil where it is the whole item.
    var line: String? {
        guard inPoint != nil || outPoint != nil else { return nil }
        return "\(inPoint.map(Self.text) ?? "the beginning") to \(outPoint.map(Self.text) ?? "the end")"
    }

    /// For people.
    var lines: [String] {
        let state = isTrimming ? (loops ? "trimming, again and again" : "trimming") : "not trimming"
        var lines = ["\(state): \(line ?? "the whole item")"]
        if !isTrimming, !whyNot.isEmpty { lines.append(Output.visible(whyNot)) }
        return lines
    }

    /// For programs; what is unset is left out.
    var json: JSONValue {
        .members([
            "trimming": .bool(isTrimming),
            "in": inPoint.map { JSONValue($0) },
            "out": outPoint.map { JSONValue($0) },
            "loops": .bool(loops),
            "whyNot": whyNot.isEmpty ? nil : .string(whyNot),
        ])
    }

    /// To the millisecond: points are set more finely than clocks are read.
    private static func text(_ time: MediaTime) -> String {
        let thousandths = time.nanoseconds / 1_000_000 % 1_000
        let digits = String(thousandths)
        return "\(DurationText(time))"
            + (thousandths == 0 ? "" : "." + String(repeating: "0", count: 3 - digits.count) + digits)
    }
}
