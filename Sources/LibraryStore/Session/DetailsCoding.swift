internal import FoundationEssentials
internal import PlayerCore

extension JSONEncoder {
    /// Equal values have equal texts.
    fileprivate static var ofTheJournal: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        return encoder
    }
}

/// A description's details as JSON text, including non-finite numbers (NaN: never).
struct DetailsCoding {
    private let encoder = JSONEncoder.ofTheJournal
    private let decoder = JSONDecoder()

    init() {
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    }

    func text(_ details: MediaDetails) throws -> String { String(decoding: try encoder.encode(details), as: UTF8.self) }

    func details(_ text: String) throws -> MediaDetails { try decoder.decode(MediaDetails.self, from: Data(text.utf8)) }
}

/// Ids in playing order, eight bytes each, the least significant first.
enum ShuffleOrderCoding {
    static func bytes(_ order: [ItemID]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(order.count * 8)
        for id in order { withUnsafeBytes(of: id.rawValue.littleEndian) { bytes.append(contentsOf: $0) } }
        return bytes
    }

    /// Bytes after the last whole id are ignored.
    static func order(_ bytes: [UInt8]) -> [ItemID] {
        bytes.withUnsafeBytes { buffer in
            (0..<buffer.count / 8).map { index in
                ItemID(rawValue: UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)))
            }
        }
    }
}

/// Disarmed segments as JSON: `[{"start": nanoseconds, "end": nanoseconds, "kind": "…"}]`; nil for none.
enum DisarmedSegmentCoding {
    private struct Entry: Codable {
        var start: MediaTime
        var end: MediaTime
        var kind: String
    }

    static func text(_ segments: [DisarmedSegment]) -> String? {
        guard !segments.isEmpty else { return nil }
        let entries = segments.map { Entry(start: $0.range.start, end: $0.range.end, kind: $0.kind) }
        return (try? JSONEncoder.ofTheJournal.encode(entries)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Unreadable text disarms nothing: a skipped segment can be unskipped again.
    static func segments(_ text: String?) -> [DisarmedSegment] {
        guard let text, let entries = try? JSONDecoder().decode([Entry].self, from: Data(text.utf8)) else { return [] }
        return entries.compactMap { entry in
            TimeRange(start: entry.start, end: entry.end).map { DisarmedSegment(range: $0, kind: entry.kind) }
        }
    }
}

/// The current item's metadata as JSON.
enum MetadataCoding {
    static func text(_ metadata: ItemMetadata?) -> String? {
        metadata.flatMap { try? JSONEncoder.ofTheJournal.encode($0) }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Unreadable metadata are read from the item again when it is opened.
    static func metadata(_ text: String?) -> ItemMetadata? {
        text.flatMap { try? JSONDecoder().decode(ItemMetadata.self, from: Data($0.utf8)) }
    }
}
