internal import GLibLoop
internal import Gst
internal import PlayerCore

/// Which of an item's streams go into the file, and how.
@MediaActor
struct ExportPlan {
    /// Which of the item's streams goes where in the file; nil: nowhere.
    private(set) var places: [Int?]
    private(set) var streams: [FileWriter.Stream] = []
    /// What is left out, in sentences.
    private(set) var notes: [String] = []
    /// As GStreamer writes an encoding target and its profile; nil where chains and a muxer make the file.
    let target: String?

    /// - Parameters:
    ///   - formats: the item's streams, as they are stored, or decoded where the method wants that.
    ///   - isDecoded: whether they come decoded.
    init(
        _ formats: [StreamFormat], for wish: ExportOrder, _ format: FileFormat?, isDecoded: Bool
    ) throws(ExportFailure) {
        places = formats.map { _ in nil }
        var hasLeftSound = false
        if case .target(let name) = wish.method { target = name } else { target = nil }
        let isForSound = wish.method == .audio || FileFormat.isForSound(wish.path)
        // Pictures first, as everybody has them; else as the item has them.
        let order = [StreamFormat.Kind.video, .audio, .subtitles]
        let sorted = order.flatMap { kind in formats.indices.filter { formats[$0].kind == kind } }
        for index in sorted {
            let stream = formats[index]
            if stream.kind != .audio, isForSound { continue }
            if stream.kind == .audio, holdsSoundAlready, wish.method == .audio || format?.holdsOneStream ?? true {
                hasLeftSound = true
                continue
            }
            guard let chain = try chain(of: stream, wish, format, isDecoded: isDecoded) else { continue }
            places[index] = streams.count
            streams.append(FileWriter.Stream(format: stream, chain: chain))
        }
        if hasLeftSound, wish.method != .audio { notes.append("Only the first audio track is exported.") }
        if streams.isEmpty { throw ExportFailure("\(wish.uri) has no streams that \(wish.path) can hold.") }
        if isForSound, !holdsSoundAlready { throw ExportFailure("\(wish.uri) has no sound.") }
    }

    /// Samples a second of the first sound; nil where it is not known.
    var rate: Int64? { streams.first { $0.format.kind == .audio }?.format.rate }

    /// Whether it is one stream of Vorbis, copied.
    var isVorbis: Bool { streams.count == 1 && streams[0].format.codec == .vorbis }

    private var holdsSoundAlready: Bool { streams.contains { $0.format.kind == .audio } }

    private mutating func chain(
        of stream: StreamFormat, _ order: ExportOrder, _ format: FileFormat?, isDecoded: Bool
    ) throws(ExportFailure) -> String? {
        if target != nil {
            guard stream.kind == .subtitles else { return "" }
            notes.append("\(stream.name) are left out: presets of GStreamer cannot hold them.")
            return nil
        }
        guard let format else { return nil }
        let chain =
            isDecoded
            ? StreamChain.encoding(stream.kind, for: order.path, format)
            : StreamChain.copying(stream, from: StoredContainer(uri: order.uri), into: format)
        if let chain, stream.kind != .subtitles || format.holdsSubtitles, !isPicture(stream, format) { return chain }
        if stream.kind == .subtitles {
            notes.append("\(stream.name) are left out: \(format.name) files cannot hold them.")
            return nil
        }
        if isDecoded {
            throw ExportFailure("No encoder for \(format.name) is installed: use another extension for \(order.path).")
        }
        throw ExportFailure(
            "\(format.name) cannot hold \(stream.name) without encoding: use the extension .mkv, or the preset exact.")
    }

    private func isPicture(_ stream: StreamFormat, _ format: FileFormat) -> Bool {
        stream.codec == .pictures || stream.codec == .ssa && format != .matroska
    }
}
