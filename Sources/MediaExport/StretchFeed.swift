internal import Glibc
internal import Gst
internal import PlayerCore
internal import Synchronization

/// Receives the packets of one stretch after the other from a reader, and pushes those that belong into the file into
/// its inlets.
///
/// It runs on the streaming threads. A packet is judged under the lock and pushed outside of it, where the push may
/// wait for the file. All packets of a stream arrive on the same thread, which preserves their order.
final class StretchFeed: Sendable {
    /// A selected stream of the reader.
    struct Stream: Sendable {
        let kind: MediaTrack.Kind
        /// Whether texts contain markup that the file must not contain.
        var isMarkup = false
        /// The duration of packets that have none, in nanoseconds.
        var duration: Int64?
    }

    /// What a stretch is read for.
    enum Purpose: Hashable, Sendable {
        /// To determine where it begins.
        case findBegin
        /// To determine where it ends.
        case findEnd
        /// To write it at an offset in the file, in nanoseconds. The last stretch ends the file.
        case write(offset: Int64, isLast: Bool)
    }

    private struct State {
        /// The place in the file of each of the reader's streams.
        var places: [Int?] = []
        var streams: [Stream] = []
        var assembly: RangeAssembly?
        var purpose = Purpose.findBegin
        var generation = 0
        var inlets: [PacketInlet] = []
        /// The tags of the reader's streams that arrived before anything was written.
        var tags: [Int: [PacketTags]] = [:]
        /// Whether frames are turned, so that their orientation is no longer that of the item.
        var turnsFrames = false
        /// The tags of the item.
        var itemTags: [PacketTags] = []
        /// The time in the file up to which subtitles are known, in nanoseconds, by place.
        var known: [Int: Int64] = [:]
        var activity = 0
        /// The number of bytes that were passed to the file.
        var given: Int64 = 0
        var length: Int64 = 0
        /// Packets that wait for a decision, by place.
        var held: [Int: [Packet]] = [:]

        /// Packets that go into the file with the next batch, by place.
        var pending: [Int: [Packet]] = [:]

        /// The tags of a stream. The tags of a single stream also apply to the item, so its pictures would be stored
        /// twice.
        func ofStream(_ tags: PacketTags) -> PacketTags { places.count == 1 ? tags.withoutPictures : tags }

        /// Collects copied packets in batches: single packets would make threads wake each other for each of them.
        ///
        /// - Returns: the packets that are passed on now, in order.
        mutating func batch(
            _ pieces: [Packet], of place: Int, mayWait: Bool, _ cutting: RangeAssembly.Cutting
        ) -> [Packet] {
            guard cutting == .keyFrames, streams[place].kind != .subtitles else { return pieces }
            pending[place, default: []] += pieces
            guard !mayWait || (pending[place]?.count ?? 0) >= 48 else { return [] }
            return pending.removeValue(forKey: place) ?? []
        }

        /// - Returns: subtitles that were held until the start of the stretch was known.
        mutating func settleTexts() -> [(inlet: PacketInlet, pieces: [Packet], isMarkup: Bool)] {
            var texts: [(inlet: PacketInlet, pieces: [Packet], isMarkup: Bool)] = []
            for (place, stream) in streams.enumerated() where stream.kind == .subtitles && held[place] != nil {
                let pieces = settle(.settle(assembly?.settleEarly(of: place) ?? []), nil, place)
                texts.append((inlets[place], pieces, stream.isMarkup))
            }
            return texts
        }

        /// - Returns: the packets that go into the file now.
        mutating func settle(_ verdict: RangeAssembly.Verdict, _ packet: Packet?, _ place: Int) -> [Packet] {
            switch verdict {
            case .write: return packet.map { [$0] } ?? []
            case .drop: return []
            case .hold:
                if let packet { held[place, default: []].append(packet) }
                return []
            case .restart:
                held[place] = packet.map { [$0] }
                return []
            case .settle(let verdicts):
                let pieces = (held.removeValue(forKey: place) ?? []) + (packet.map { [$0] } ?? [])
                return zip(pieces, verdicts).compactMap { $1 ? $0 : nil }
            }
        }
    }

    private let state = Mutex(State())
    /// The maximum number of bytes that wait for the file.
    private static let ahead: Int64 = 64 << 20
    private let written: @Sendable () -> Int64
    private let finished: @Sendable (_ generation: Int, RangeAssembly) -> Void

    /// - Parameters:
    ///   - written: returns the size of the file in bytes.
    ///   - finished: called on a streaming thread when a stretch is completely examined or written.
    init(
        written: @escaping @Sendable () -> Int64,
        finished: @escaping @Sendable (_ generation: Int, RangeAssembly) -> Void
    ) {
        self.written = written
        self.finished = finished
    }

    /// - Parameters:
    ///   - places: the place in the file of each of the reader's streams; nil: the stream is left out.
    ///   - streams: the streams of the file.
    func arrange(places: [Int?], streams: [Stream]) {
        state.withLock { state in
            state.places = places
            state.streams = streams
        }
    }

    /// Forgets the tags of the last reader, whose streams were in another order. Must precede the start of the next.
    func beginReader() {
        state.withLock { state in
            state.tags = [:]
            state.itemTags = []
        }
    }

    /// Increases while data is processed.
    var activity: Int { state.withLock { $0.activity } }
    /// The length of the file in nanoseconds.
    var length: Int64 { state.withLock { $0.length } }
    /// The tags of the item, including those of its only stream.
    var itemTags: [PacketTags] {
        state.withLock { $0.itemTags + ($0.places.count == 1 ? $0.tags.values.flatMap(\.self) : []) }
    }
    /// Whether the file is empty.
    var isEmpty: Bool { state.withLock { $0.given == 0 } }

    /// Pushes packets into the inlets from now on. Formats and tags go first: they belong to the head of a file, and
    /// subtitles may arrive late or never.
    func open(_ inlets: [PacketInlet]) {
        let tags = state.withLock { state in
            state.inlets = inlets
            var tags: [Int: [PacketTags]] = [:]
            for (stream, place) in state.places.enumerated() {
                guard let place else { continue }
                tags[place] = (state.tags.removeValue(forKey: stream) ?? []).map(state.ofStream)
            }
            return tags
        }
        for (place, inlet) in inlets.enumerated() {
            inlet.announce()
            for tags in tags[place] ?? [] { inlet.push(tags) }
        }
    }

    /// Begins the next stretch. Must precede the reader's seek.
    ///
    /// - Parameter reachesEnd: whether the range ends with the item.
    /// - Returns: the number of the stretch in `finished` and in its packets.
    func begin(
        _ range: Range<Int64>, cutting: RangeAssembly.Cutting, for purpose: Purpose, reachesEnd: Bool
    ) -> Int {
        state.withLock { state in
            state.assembly = RangeAssembly(
                range: range, cutting: cutting, streams: state.streams.map(\.kind), reachesEnd: reachesEnd)
            state.purpose = purpose
            state.held = [:]
            state.pending = [:]
            state.generation += 1
            return state.generation
        }
    }

    /// From now on, frames are turned on their way into the file.
    func turnsFrames() { state.withLock { $0.turnsFrames = true } }

    /// Handles an event of one of the reader's streams, on its thread.
    ///
    /// - Parameter epoch: the stretch that the event belongs to, as returned by ``begin(_:cutting:for:reachesEnd:)``.
    func take(_ stream: Int, _ epoch: Int, _ event: PacketTap.Event) {
        switch event {
        case .began: break
        case .tags(let tags): take(tags, stream)
        case .packet(let packet):
            if packet.isHeader { return }
            change(stream, epoch, packet) { assembly, place, usual in
                let piece = RangeAssembly.Piece(
                    start: packet.start, decoding: packet.decoding, duration: packet.duration ?? usual,
                    isKey: packet.isKey)
                return assembly.take(piece, of: place)
            }
        case .ended: change(stream, epoch, nil) { assembly, place, _ in .settle(assembly.ended(place)) }
        }
    }

    private func take(_ all: PacketTags, _ stream: Int) {
        let turnsFrames = state.withLock { $0.turnsFrames }
        let kept = turnsFrames ? all.withoutMeasures.withoutOrientation : all.withoutMeasures
        let (inlet, tags): (PacketInlet?, PacketTags) = state.withLock { state in
            if kept.isGlobal {
                state.itemTags.append(kept)
                return (nil, kept)
            }
            guard !state.inlets.isEmpty, state.places.indices.contains(stream), let place = state.places[stream] else {
                state.tags[stream, default: []].append(kept)
                return (nil, kept)
            }
            return (state.inlets[place], state.ofStream(kept))
        }
        inlet?.push(tags)
    }

    /// The effects of an event, which are carried out without the lock.
    private struct Step {
        var pieces: [Packet] = []
        var inlet: PacketInlet?
        var shift: Int64 = 0
        var clip: Range<Int64>?
        /// Subtitles that arrived before the start of the stretch was known, and the range that they are clipped to.
        var early: [(inlet: PacketInlet, pieces: [Packet], isMarkup: Bool)] = []
        var textClip: Range<Int64>?
        var isMarkup = false
        var isOver = false
        var finished: (generation: Int, assembly: RangeAssembly)?
        var silent: [(inlet: PacketInlet, from: Int64, to: Int64)] = []
    }

    private func change(
        _ stream: Int, _ epoch: Int, _ packet: Packet?,
        _ decide: (inout RangeAssembly, _ place: Int, _ usual: Int64?) -> RangeAssembly.Verdict
    ) {
        let step = state.withLock { state in
            state.generation == epoch ? Self.step(&state, stream, packet, decide) : Step()
        }
        if let inlet = step.inlet {
            if !step.pieces.isEmpty { keepPace(step.pieces) }
            put(step.pieces, into: inlet, step.shift, clip: step.clip, step.isMarkup)
            for text in step.early {
                put(text.pieces, into: text.inlet, step.shift, clip: step.textClip, text.isMarkup)
            }
            for (inlet, from, to) in step.silent { inlet.skip(from: from, to: to) }
            if step.isOver { inlet.end() }
        }
        if let (generation, assembly) = step.finished { finished(generation, assembly) }
    }

    private func put(
        _ pieces: [Packet], into inlet: PacketInlet, _ shift: Int64, clip: Range<Int64>?, _ isMarkup: Bool
    ) {
        for piece in pieces {
            guard let piece = clip.map({ piece.clipped(to: $0) }) ?? piece else { continue }
            inlet.push(isMarkup ? piece.withoutMarkup() : piece, shift: shift)
        }
    }

    /// Waits while the file lags far behind the data that was passed to it, as long as the file grows. If it does not
    /// grow, its muxer waits for another stream, which only arrives if this one continues.
    private func keepPace(_ pieces: [Packet]) {
        let (given, cutting) = state.withLock { state in
            state.given += pieces.reduce(0) { $0 + Int64($1.size) }
            return (state.given, state.assembly?.cutting)
        }
        guard cutting != .exact else { return }
        var size = written()
        while given - size > Self.ahead {
            usleep(5_000)
            let now = written()
            if now == size { return }
            size = now
        }
    }

    private static func step(
        _ state: inout State, _ stream: Int, _ packet: Packet?,
        _ decide: (inout RangeAssembly, _ place: Int, _ usual: Int64?) -> RangeAssembly.Verdict
    ) -> Step {
        var step = Step()
        guard state.places.indices.contains(stream), let place = state.places[stream],
            state.assembly?.isFinished(place) == false,
            let verdict = state.assembly.mutate({ [usual = state.streams[place].duration] in decide(&$0, place, usual) }
            ),
            let assembly = state.assembly
        else { return step }
        state.activity &+= 1
        let pieces = state.settle(verdict, packet, place)
        if assembly.isFinished(place) { state.held[place] = nil }
        var isDone = assembly.isComplete
        switch state.purpose {
        case .findBegin: isDone = isDone || assembly.begin != nil
        case .findEnd: break
        case .write(let offset, let isLast):
            guard let begin = assembly.begin, state.inlets.indices.contains(place) else { break }
            step.inlet = state.inlets[place]
            step.pieces = state.batch(pieces, of: place, mayWait: !assembly.isFinished(place), assembly.cutting)
            step.shift = offset - begin
            step.isMarkup = state.streams[place].isMarkup
            step.textClip = begin..<max(begin + 1, assembly.range.upperBound)
            let isText = state.streams[place].kind == .subtitles
            step.clip = isText ? step.textClip : assembly.cutting == .exact ? assembly.range : nil
            step.early = state.settleTexts()
            state.length = max(state.length, (assembly.end ?? begin) + step.shift)
            step.isOver = isLast && assembly.isFinished(place)
            step.silent = silences(&state, place)
        }
        if isDone {
            step.finished = (state.generation, assembly)
            state.assembly = nil
            state.held = [:]
        }
        return step
    }

    /// Marks gaps in subtitles, which are sparse: a stream without text up to two seconds ago had none.
    private static func silences(
        _ state: inout State, _ place: Int
    ) -> [(inlet: PacketInlet, from: Int64, to: Int64)] {
        guard state.streams[place].kind != .subtitles else { return [] }
        let to = state.length - 2_000_000_000
        var silences: [(PacketInlet, Int64, Int64)] = []
        for (index, stream) in state.streams.enumerated() where stream.kind == .subtitles {
            let from = state.known[index] ?? 0
            guard from + 500_000_000 < to else { continue }
            silences.append((state.inlets[index], from, to))
            state.known[index] = to
        }
        return silences
    }

    /// Ends all streams.
    func close() {
        let inlets = state.withLock { state in
            state.assembly = nil
            return state.inlets
        }
        for inlet in inlets { inlet.end() }
    }
}

extension Optional {
    fileprivate mutating func mutate<Result>(_ body: (inout Wrapped) -> Result) -> Result? {
        // Taken out of the optional, so that nothing is copied.
        guard var value = take() else { return nil }
        let result = body(&value)
        self = .some(value)
        return result
    }
}
