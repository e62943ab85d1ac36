internal import CGStreamer
internal import MediaContainers
internal import Synchronization

/// Reads in the header of an MP4 file which part of its sound is heard, and has the demuxer pass on all of it:
/// ``SoundTrim`` cuts it to the sample. What is empty before the first sample of all tracks is left out. In a fragmented file,
/// it reads on what clock the first sample is.
///
/// `qtdemux` (1.22) compares the movie's end with times in the track, so that the last packets of a track with an edit list
/// are lost, and does not read `iTunSMPB`. Newer ones do, and find nothing left to cut.
final class MovieEdits: Sendable {
    /// The largest movie box that is read; that of a day of AAC has 16 MB.
    fileprivate static let largestMovie = 32 << 20

    fileprivate struct State {
        var bounds: SoundBounds?
        /// Of a fragmented file whose first fragment was not read yet.
        var clock: MP4Clock?
        var origin: Int64?
        /// Of a fragmented file without an edit list.
        var priming: MP4Priming?
        /// What is left out of the movie; nil if nothing is.
        var lead: MP4Lead?
        var isRead = false
        /// Whether it is a fragmented file that is read forwards.
        var isForwards = false
        /// Whether it is a part of an adaptive stream.
        var isPart = false
        /// Of a file that is read forwards: the movie box so far.
        var collected: [UInt8] = []
        /// How many bytes are left of the box before the next one.
        var skipped = 0
    }

    private let state = Mutex(State())
    private let clock = ClockOrigin()
    private let subtitleClock = ClockOrigin()
    /// Moves packets of sound to where it is heard; nil if ``SoundTrim`` does that behind a decoder.
    private let soundClock: ClockOrigin?

    /// - Parameter movesSound: whether the packets are copied and not decoded.
    init(movesSound: Bool) { soundClock = movesSound ? ClockOrigin() : nil }

    /// What is heard of the sound; nil if everything is, or if the header was not read yet.
    var bounds: SoundBounds? {
        state.withLock { state in
            guard state.beginsWithPriming, case .opus(let samples) = state.priming else { return state.bounds }
            return samples > 0 ? SoundBounds(samples: samples, rate: 48_000) : nil
        }
    }

    /// Whether nothing says what precedes the sound.
    var isBare: Bool { state.withLock { $0.beginsWithPriming && $0.priming == .unknown } }

    /// Whether the demuxer ignores seeks although it says that it can be sought: `qtdemux` (1.22, and later ones) cannot seek in
    /// a fragmented file that it reads forwards, as over HTTP.
    var ignoresSeeks: Bool { state.withLock { $0.isForwards } }

    /// Reads what a demuxer of MP4 reads; does nothing to other elements.
    func attach(to element: UnsafeMutablePointer<GstElement>) {
        guard cgst_factory_is(element, "qtdemux") != 0, let input = gst_element_get_static_pad(element, "sink") else {
            return
        }
        defer { gst_object_unref(input) }
        clock.attach(to: element)
        subtitleClock.attach(to: element, pads: "subtitle")
        soundClock?.attach(to: element, pads: "audio")
        input.filter([.buffers, .events]) { self.take($0) }
    }

    private func take(_ passing: PassingData) -> PadVerdict {
        guard let buffer = passing.buffer else {
            // A demuxer that reads forwards seeks to the beginning of a box.
            if let event = passing.event, cgst_event_type(event) == GST_EVENT_SEGMENT {
                // The fragments of adaptive streams begin anywhere on the clock of the stream.
                let isPart = StreamSegment(of: event).isTime
                state.withLock { ($0.collected, $0.skipped, $0.isPart) = ([], 0, isPart) }
            }
            return .pass
        }
        if moveIndex(passing) { return .pass }
        let (answer, origin, start, advance): (PadVerdict, Int64?, Int64?, Int64?) = state.withLock { state in
            guard !state.isRead else { return (.pass, nil, nil, nil) }
            let isPulled = passing.traffic.contains(.pulled)
            let answer = isPulled ? state.read(buffer, passing) : state.collect(buffer, passing)
            if !isPulled, state.clock != nil { state.isForwards = true }
            return (answer, state.origin, state.bounds?.start, state.lead?.advanceOfSubtitles)
        }
        if let origin { clock.begin(at: origin) }
        if let start { soundClock?.begin(at: start) }
        if let advance { subtitleClock.begin(at: advance) }
        return answer
    }
}

extension MovieEdits {
    /// Moves the times in the index at the end of a file whose clock has changed.
    private func moveIndex(_ passing: PassingData) -> Bool {
        guard passing.traffic.contains(.pulled), let buffer = passing.buffer, let lead = state.withLock({ $0.lead }),
            State.bytes(of: buffer, atMost: 8).suffix(4).elementsEqual("mfra".utf8)
        else { return false }
        var bytes = State.bytes(of: buffer, atMost: Self.largestMovie)
        guard bytes.count == Int(gst_buffer_get_size(buffer)) else { return false }
        lead.leaveOut(ofIndex: &bytes)
        State.replace(passing, with: bytes)
        return true
    }
}

extension MovieEdits.State {
    /// Whether a fragmented file begins where its encoder did, and not in the middle of a stream.
    fileprivate var beginsWithPriming: Bool { priming != nil && origin ?? 0 == 0 }

    /// The size of the box that begins here, and whether it is wanted; nil without a whole header.
    private func header(_ bytes: [UInt8]) -> (size: Int, isWanted: Bool)? {
        var cursor = ByteCursor(bytes)
        guard var size = cursor.big(4), let type = cursor.take(4) else { return nil }
        if size == 1 {
            guard let wide = cursor.big(8) else { return nil }
            size = wide
        }
        return (Int(clamping: size), type.elementsEqual((clock == nil ? "moov" : "moof").utf8))
    }

    fileprivate static func bytes(of buffer: UnsafeMutablePointer<GstBuffer>, atMost count: Int) -> [UInt8] {
        let count = min(Int(gst_buffer_get_size(buffer)), count)
        return [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
            filled = Int(gst_buffer_extract(buffer, 0, bytes.baseAddress, gsize(count)))
        }
    }

    fileprivate static func replace(_ passing: PassingData, with bytes: [UInt8]) {
        guard let old = passing.buffer, let new = gst_buffer_new_allocate(nil, gsize(bytes.count), nil) else {
            return
        }
        gst_buffer_fill(new, 0, bytes, gsize(bytes.count))
        cgst_copy_times(new, old)
        passing.pass(new)
        gst_buffer_unref(old)
    }

    /// Reads the whole movie box or fragment, which the demuxer asks for at once.
    fileprivate mutating func read(
        _ buffer: UnsafeMutablePointer<GstBuffer>, _ passing: PassingData
    ) -> PadVerdict {
        guard let (size, isWanted) = header(Self.bytes(of: buffer, atMost: 16)), isWanted,
            size == Int(gst_buffer_get_size(buffer)), size <= MovieEdits.largestMovie
        else { return .pass }
        if let changed = take(Self.bytes(of: buffer, atMost: size)) { Self.replace(passing, with: changed) }
        return .pass
    }

    /// Holds the movie box or the fragment back until it is whole.
    fileprivate mutating func collect(
        _ buffer: UnsafeMutablePointer<GstBuffer>, _ passing: PassingData
    ) -> PadVerdict {
        let size = Int(gst_buffer_get_size(buffer))
        if collected.isEmpty, skipped >= size {
            skipped -= size
            return .pass
        }
        collected += Self.bytes(of: buffer, atMost: size)
        // What precedes the box of interest is held back with it if it shares a piece with its beginning.
        var place = skipped
        while let header = header(Array(collected[min(place, collected.count)...].prefix(16))) {
            guard header.size >= 8, header.size <= MovieEdits.largestMovie || !header.isWanted else {
                isRead = true
                break
            }
            if header.isWanted {
                guard place + header.size <= collected.count else { return .drop }
                if let changed = take(Array(collected[place..<place + header.size])) {
                    collected.replaceSubrange(place..<place + header.size, with: changed)
                }
                if isRead { break }
            }
            place += header.size
            if place >= collected.count { break }
        }
        if !isRead, place < collected.count {
            // Not even a whole header: it comes with the next piece.
            skipped = place
            return .drop
        }
        skipped = max(0, place - collected.count)
        Self.replace(passing, with: collected)
        collected = []
        return .pass
    }

    /// - Returns: the box for the demuxer; nil if it need not change.
    private mutating func take(_ movie: [UInt8]) -> [UInt8]? {
        if let clock {
            (origin, isRead) = (clock.start(ofFragment: movie), true)
            return nil
        }
        var changed = movie
        if !isPart, let lead = MP4Lead(movie: movie) {
            lead.leaveOut(of: &changed)
            self.lead = lead.length > 0 ? lead : nil
        }
        clock = isPart ? nil : MP4Clock(movie: changed)
        isRead = clock == nil
        priming = isPart ? nil : MP4Priming(movie: movie)
        guard let sound = MP4Sound(movie: changed) else { return changed == movie ? nil : changed }
        bounds = SoundBounds(sound)
        return sound.movie
    }
}
