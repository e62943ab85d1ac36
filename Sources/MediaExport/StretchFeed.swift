internal import Glibc
internal import Gst
internal import PlayerCore
internal import Synchronization

/// Takes what a reader brings of one stretch after the other, and puts what belongs into the file into its inlets.
///
/// It lives on the streaming threads: a piece is decided upon under the lock and pushed outside of it, where it may wait for
/// the file. The pieces of one stream all come on one thread, which keeps them in order.
final class StretchFeed: Sendable {
    /// A stream of the reader that is wanted.
    struct Stream: Sendable {
        let kind: MediaTrack.Kind
        /// Whether texts are marked up for the screen, and the file holds plain ones.
        var isMarkup = false
        /// For pieces that do not say how long they are, in nanoseconds.
        var duration: Int64?
    }

    /// What to do with a stretch.
    enum Purpose: Hashable, Sendable {
        /// Find out where it begins.
        case findBegin
        /// Find out where it ends.
        case findEnd
        /// Write it so far into the file, in nanoseconds; nothing follows the last one.
        case write(offset: Int64, isLast: Bool)
    }

    private struct State {
        /// Which of the reader's streams goes where in the file.
        var places: [Int?] = []
        var streams: [Stream] = []
        var assembly: RangeAssembly?
        var purpose = Purpose.findBegin
        var generation = 0
        var inlets: [PacketInlet] = []
        /// What the reader's streams said of themselves before anything of them was written.
        var tags: [Int: [PacketTags]] = [:]
        /// What the item said of itself.
        var itemTags: [PacketTags] = []
        /// How far subtitles are known, in nanoseconds of the file, by place.
        var known: [Int: Int64] = [:]
        var activity = 0
        /// Bytes that went on to the file.
        var given: Int64 = 0
        var length: Int64 = 0
        /// What waits for a verdict, by place.
        var held: [Int: [Packet]] = [:]

        /// What goes into the file with the next batch, by place.
        var pending: [Int: [Packet]] = [:]

        /// What the only stream says is said of the item, too, and its pictures would be in the file twice.
        func ofStream(_ tags: PacketTags) -> PacketTags { places.count == 1 ? tags.withoutPictures : tags }

        /// Copied pieces go on in batches: one at a time, threads would wake each other for each.
        ///
        /// - Returns: what goes on now, in order.
        mutating func batch(
            _ pieces: [Packet], of place: Int, mayWait: Bool, _ cutting: RangeAssembly.Cutting
        ) -> [Packet] {
            guard cutting == .keyFrames, streams[place].kind != .subtitles else { return pieces }
            pending[place, default: []] += pieces
            guard !mayWait || (pending[place]?.count ?? 0) >= 48 else { return [] }
            return pending.removeValue(forKey: place) ?? []
        }

        /// - Returns: subtitles that were held until it was known where the stretch begins.
        mutating func settleTexts() -> [(inlet: PacketInlet, pieces: [Packet], isMarkup: Bool)] {
            var texts: [(inlet: PacketInlet, pieces: [Packet], isMarkup: Bool)] = []
            for (place, stream) in streams.enumerated() where stream.kind == .subtitles && held[place] != nil {
                let pieces = settle(.settle(assembly?.settleEarly(of: place) ?? []), nil, place)
                texts.append((inlets[place], pieces, stream.isMarkup))
            }
            return texts
        }

        /// - Returns: what goes into the file now.
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
    /// Bytes that may wait for the file.
    private static let ahead: Int64 = 64 << 20
    private let written: @Sendable () -> Int64
    private let finished: @Sendable (_ generation: Int, RangeAssembly) -> Void

    /// - Parameters:
    ///   - written: how much is in the file, in bytes.
    ///   - finished: called on a streaming thread when nothing more is to be learnt or written of a stretch.
    init(
        written: @escaping @Sendable () -> Int64,
        finished: @escaping @Sendable (_ generation: Int, RangeAssembly) -> Void
    ) {
        self.written = written
        self.finished = finished
    }

    /// - Parameters:
    ///   - places: which of the reader's streams goes where in the file; nil: nowhere.
    ///   - streams: those of the file.
    func arrange(places: [Int?], streams: [Stream]) {
        state.withLock { state in
            state.places = places
            state.streams = streams
        }
    }

    /// Counts up while something moves.
    var activity: Int { state.withLock { $0.activity } }
    /// How much is in the file, in nanoseconds.
    var length: Int64 { state.withLock { $0.length } }
    /// What the item said of itself; one with a single stream says it of that.
    var itemTags: [PacketTags] {
        state.withLock { $0.itemTags + ($0.places.count == 1 ? $0.tags.values.flatMap(\.self) : []) }
    }
    /// Whether anything at all went into the file.
    var isEmpty: Bool { state.withLock { $0.given == 0 } }

    /// Pieces go into these from now on. What the streams are and say of themselves goes ahead: a file has it at its head,
    /// and subtitles may come late or not at all.
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

    /// The next stretch; before the reader is told to go there.
    ///
    /// - Returns: what `finished` will call it, and what its pieces are known by.
    func begin(_ range: Range<Int64>, cutting: RangeAssembly.Cutting, for purpose: Purpose) -> Int {
        state.withLock { state in
            state.assembly = RangeAssembly(range: range, cutting: cutting, streams: state.streams.map(\.kind))
            state.purpose = purpose
            state.held = [:]
            state.pending = [:]
            state.generation += 1
            return state.generation
        }
    }

    /// What a stream of the reader brought; on its thread.
    ///
    /// - Parameter epoch: the stretch that it was read for, as ``begin(_:cutting:for:)`` called it.
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

    private func take(_ tags: PacketTags, _ stream: Int) {
        let (inlet, tags): (PacketInlet?, PacketTags) = state.withLock { state in
            if tags.isGlobal {
                state.itemTags.append(tags)
                return (nil, tags)
            }
            guard !state.inlets.isEmpty, state.places.indices.contains(stream), let place = state.places[stream] else {
                state.tags[stream, default: []].append(tags)
                return (nil, tags)
            }
            return (state.inlets[place], state.ofStream(tags))
        }
        inlet?.push(tags)
    }

    /// What one step brings about, carried out of the lock.
    private struct Step {
        var pieces: [Packet] = []
        var inlet: PacketInlet?
        var shift: Int64 = 0
        var clip: Range<Int64>?
        /// Subtitles that came before it was known where the stretch begins, and what of them lies in it.
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

    /// Waits while much more was given to the file than is in it, as long as that grows: where it does not, its muxer waits
    /// for another stream, which only comes if this one goes on.
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

    /// Subtitles come rarely: what was written two seconds ago without one had none.
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

    /// Nothing more comes at all.
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
        // Taken out meanwhile, so that nothing of it is copied.
        guard var value = take() else { return nil }
        let result = body(&value)
        self = .some(value)
        return result
    }
}
