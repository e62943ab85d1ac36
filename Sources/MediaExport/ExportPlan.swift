internal import GLibLoop
internal import Gst
internal import PlayerCore

/// Selects the streams of an item that go into the file, and how they are written.
@MediaActor
struct ExportPlan {
    /// The place in the file of each of the item's streams; nil: the stream is left out.
    private(set) var places: [Int?]
    private(set) var streams: [FileWriter.Stream] = []
    /// Sentences about the streams that are left out.
    private(set) var notes: [String] = []
    /// An encoding target and its profile in the notation of GStreamer; nil if chains and a muxer write the file.
    let target: String?
    private let orientation: PictureTurn?

    /// - Parameters:
    ///   - formats: the formats of the item's streams, as stored, or decoded if the method requires it.
    ///   - isDecoded: whether the streams are decoded.
    ///   - orientation: how frames are stored, see ``StreamChain/filters(_:)``.
    init(
        _ formats: [StreamFormat], for wish: ExportOrder, _ format: FileFormat?, isDecoded: Bool,
        orientation: PictureTurn? = nil
    ) throws(ExportFailure) {
        self.orientation = orientation
        places = formats.map { _ in nil }
        var hasLeftSound = false
        if case .target(let name) = wish.method { target = name } else { target = nil }
        let isForSound = wish.method == .audio || FileFormat.isForSound(wish.path)
        // Video first, as is usual in files; otherwise in the order of the item.
        let order = [StreamFormat.Kind.video, .audio, .subtitles]
        var sorted = order.flatMap { kind in formats.indices.filter { formats[$0].kind == kind } }
        let sounds = formats.indices.filter { formats[$0].kind == .audio }
        let holdsOneSound = wish.method == .audio || format?.holdsOneStream ?? true
        if holdsOneSound, sounds.indices.contains(wish.sound), let first = sorted.firstIndex(of: sounds[0]) {
            let chosen = sounds[wish.sound]
            sorted.removeAll { $0 == chosen }
            sorted.insert(chosen, at: first)
        }
        for index in sorted {
            let stream = formats[index]
            if stream.kind != .audio, isForSound { continue }
            if stream.kind == .audio, holdsSoundAlready, holdsOneSound {
                hasLeftSound = true
                continue
            }
            guard let chain = try chain(of: stream, wish, format, isDecoded: isDecoded) else { continue }
            places[index] = streams.count
            streams.append(FileWriter.Stream(format: stream, chain: chain))
        }
        if hasLeftSound, wish.method != .audio { notes.append("Only the selected audio track is exported.") }
        if streams.isEmpty { throw ExportFailure("\(wish.uri) has no streams that \(wish.path) can contain.") }
        if isForSound, !holdsSoundAlready { throw ExportFailure("\(wish.uri) has no sound.") }
    }

    /// The sample rate of the first audio stream in hertz; nil if it is unknown.
    var rate: Int64? { streams.first { $0.format.kind == .audio }?.format.rate }

    /// Whether the file contains a single, copied Vorbis stream.
    var isVorbis: Bool { streams.count == 1 && streams[0].format.codec == .vorbis }

    private var holdsSoundAlready: Bool { streams.contains { $0.format.kind == .audio } }

    private mutating func chain(
        of stream: StreamFormat, _ order: ExportOrder, _ format: FileFormat?, isDecoded: Bool
    ) throws(ExportFailure) -> String? {
        if target != nil {
            if stream.kind == .video { return StreamChain.filters(orientation) }
            guard stream.kind == .subtitles else { return "" }
            notes.append("\(stream.name) are left out: GStreamer presets do not support them.")
            return nil
        }
        guard let format else { return nil }
        let chain =
            isDecoded
            ? StreamChain.encoding(
                stream.kind, for: order.path, format, orientation, size: size(of: stream, order.method))
            : StreamChain.copying(stream, from: StoredContainer(uri: order.uri), into: format)
        if let chain, stream.kind != .subtitles || format.holdsSubtitles, !isPicture(stream, format) { return chain }
        if stream.kind == .subtitles {
            notes.append("\(stream.name) are left out: \(format.name) files cannot contain them.")
            return nil
        }
        if isDecoded {
            throw ExportFailure("No encoder for \(format.name) is installed: use another extension for \(order.path).")
        }
        throw ExportFailure(
            "\(format.name) files cannot contain \(stream.name) without re-encoding: use the extension .mkv, "
                + "or the preset exact.")
    }

    private func size(of stream: StreamFormat, _ method: ExportOrder.Method) -> (width: Int, height: Int)? {
        guard stream.kind == .video, case .lines(let count) = method else { return nil }
        return stream.size(ofLines: count, isTurned: (orientation?.quarters ?? 0) % 2 == 1)
    }

    private func isPicture(_ stream: StreamFormat, _ format: FileFormat) -> Bool {
        stream.codec == .pictures || stream.codec == .ssa && format != .matroska
    }
}
