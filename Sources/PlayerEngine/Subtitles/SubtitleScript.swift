internal import CAss
internal import Glibc
internal import Gst
internal import MediaProbe
internal import PlayerCore
internal import Synchronization

/// A subtitle script and its renderer, used by one thread at a time.
final class SubtitleScript: DrawnSubtitles {
    /// `@unchecked`: the pointers are used only under the lock.
    fileprivate struct State: @unchecked Sendable {
        let functions: ASSLibrary
        let library: OpaquePointer
        let renderer: OpaquePointer
        let track: OpaquePointer
        let budget: SubtitleBudget
        var lines: ScriptLines { ScriptLines(track) }
        var canvas: SubtitleCanvas?
        var drawing: PictureDrawing?
        /// The lines of the frame before.
        var shown: [Int] = []
        /// Frames that were beyond the budget.
        var expensiveFrames = 0
        /// How much longer than they may frames took, in microseconds, and the time of the last frame.
        var debt: (time: Int64, at: Int64) = (0, 0)
        /// Nil until the first frame.
        var styles: ScriptLines.Styles?
    }

    private let state: Mutex<State>
    /// The maximum size of cached bitmaps in bytes; the default of libass is 128 MiB.
    private static let mostBitmaps = 24 << 20

    /// Reads a complete script; blocks while fonts are searched.
    ///
    /// - Throws: a fault whose message is a clause.
    convenience init(
        _ text: [UInt8], fonts: FontFiles? = nil, budget: SubtitleBudget = SubtitleBudget()
    ) throws(SubtitleFault) {
        try self.init(fonts, budget) { functions, library in
            // Terminated by a zero, as libass requires.
            var bytes = text.map { CChar(bitPattern: $0) } + [0]
            return bytes.withUnsafeMutableBufferPointer { buffer in
                buffer.baseAddress.flatMap { functions.readMemory(library, $0, text.count, nil) }
            }
        }
    }

    /// Begins a script whose lines are added individually; blocks while fonts are searched.
    ///
    /// - Throws: a fault whose message is a clause.
    convenience init(head: [UInt8], fonts: FontFiles? = nil) throws(SubtitleFault) {
        try self.init(fonts, SubtitleBudget()) { functions, library in
            guard let track = functions.makeTrack(library) else { return nil }
            let bytes = head.map { CChar(bitPattern: $0) } + [0]
            functions.processHead(track, bytes, Int32(head.count))
            return track
        }
    }

    private init(
        _ fonts: FontFiles?, _ budget: SubtitleBudget, _ make: (ASSLibrary, OpaquePointer) -> OpaquePointer?
    ) throws(SubtitleFault) {
        guard let functions = ASSLibrary.loaded else {
            throw SubtitleFault(message: "libass is not installed; install libass9")
        }
        guard let library = functions.makeLibrary() else { throw SubtitleFault(message: "out of memory") }
        functions.silence(library)
        guard let renderer = functions.makeRenderer(library) else {
            functions.freeLibrary(library)
            throw SubtitleFault(message: "out of memory")
        }
        functions.setCacheLimits(renderer, 0, Int32(Self.mostBitmaps >> 20))
        functions.setExtraction(library, 1)
        fonts?.read { name, bytes in
            bytes.withUnsafeBytes { bytes in
                guard let data = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
                functions.addFont(library, name, data, Int32(clamping: bytes.count))
            }
        }
        guard let track = make(functions, library) else {
            functions.freeRenderer(renderer)
            functions.freeLibrary(library)
            throw SubtitleFault(message: "it is damaged")
        }
        // Behind the script, which may hold fonts.
        functions.setFonts(renderer, nil, "sans-serif", 1, nil, 1)
        state = Mutex(State(functions: functions, library: library, renderer: renderer, track: track, budget: budget))
    }

    deinit {
        state.withLock { state in
            state.functions.freeTrack(state.track)
            state.functions.freeRenderer(state.renderer)
            state.functions.freeLibrary(state.library)
        }
    }

    /// Adds a line in the form that Matroska stores:
    /// `ReadOrder,Layer,Style,Name,MarginL,MarginR,MarginV,Effect,Text`. Lines with a known ReadOrder are ignored.
    func add(_ line: [UInt8], start: MediaTime, duration: MediaTime) {
        let bytes = line.map { CChar(bitPattern: $0) } + [0]
        state.withLock { state in
            state.functions.processLine(
                state.track, bytes, Int32(line.count), start.nanoseconds / 1_000_000, duration.nanoseconds / 1_000_000)
        }
    }

    /// The drawing at a media time; the same object while nothing changes.
    func drawing(atMilliseconds time: Int64, on canvas: SubtitleCanvas) -> PictureDrawing? {
        state.withLock { state in
            let start = State.processorTime
            defer { state.note(State.processorTime - start, at: time) }
            let isNew = state.canvas != canvas
            if isNew {
                state.canvas = canvas
                state.functions.setFrameSize(state.renderer, Int32(canvas.width), Int32(canvas.height))
                state.functions.setPixelAspect(
                    state.renderer, Double(canvas.frame.pixelHeight) / Double(canvas.frame.pixelWidth))
                state.functions.setFontScale(state.renderer, canvas.scale)
                state.functions.setLinePosition(state.renderer, Double(canvas.lift))
            }
            let (images, hasChanged) = state.render(atMilliseconds: time, isNew: isNew)
            guard isNew || hasChanged else { return state.drawing }
            let patches = SubtitleBitmaps(images).patches(
                offset: (canvas.x, canvas.y), within: (canvas.width, canvas.height))
            state.drawing = patches.isEmpty ? nil : PictureDrawing(patches)
            return state.drawing
        }
    }
}

extension SubtitleScript.State {
    /// The bitmaps of a frame within the budget, and whether they differ from those of the frame before.
    fileprivate mutating func render(atMilliseconds time: Int64, isNew: Bool) -> (ASSLibrary.Images?, hasChanged: Bool)
    {
        let now = lines.shown(atMilliseconds: time)
        let known = isNew ? [] : Set(shown)
        let new = now == shown && !isNew ? [] : now.filter { !known.contains($0) }
        shown = now
        if expensiveFrames >= budget.frames { makePlain(new, of: now) }
        leaveOutGiants(new)
        let start = Self.processorTime
        // All but the last few, which the complete frame below draws.
        var (drawn, step) = (0, 1)
        var isCheap = true
        while isCheap, drawn + step < new.count {
            drawn += step
            step = min(step * 2, budget.newLines)
            isCheap = lines.with(linesThrough: new[drawn - 1]) { call(atMilliseconds: time, since: start).isAllowed }
        }
        var frame = isCheap ? call(atMilliseconds: time, since: start) : nil
        if frame?.isAllowed == true, debt.time <= budget.debt {
            return (frame?.images, frame?.hasChanged == true || drawn > 0)
        }
        debt.time = 0
        expensiveFrames += 1
        makePlain(now, of: now)
        let again = Self.processorTime
        frame = call(atMilliseconds: time, since: again)
        if frame?.isAllowed != true {
            now.forEach(lines.makeEmpty)
            frame = call(atMilliseconds: time, since: again)
        }
        return (frame?.images, true)
    }

    /// Makes lines plain whose bitmaps would be too large, before libass begins with one.
    private mutating func leaveOutGiants(_ new: [Int]) {
        guard !new.isEmpty, let height = canvas?.height else { return }
        let styles = self.styles ?? lines.styles
        // Lines of a stream come with the styles of its head.
        self.styles = styles
        for line in new where lines.cost(of: line, height: height, styles) > Double(budget.passes) {
            lines.makePlain(line)
            if lines.cost(of: line, height: height, styles) > Double(budget.passes) { lines.makeEmpty(line) }
        }
    }

    /// Counts what a frame took, with the blending of its bitmaps.
    fileprivate mutating func note(_ taken: Int64, at time: Int64) {
        let passed = min(max(0, time - debt.at), 1_000) * 1_000
        debt = (max(0, debt.time + max(0, taken - budget.frameTime) - passed / 10), time)
    }

    private func makePlain(_ lines: [Int], of frame: [Int]) {
        let few = Set(frame.prefix(budget.plainLines))
        for line in lines { if few.contains(line) { self.lines.makePlain(line) } else { self.lines.makeEmpty(line) } }
    }

    /// One call of libass; the budget is that of all calls since a time of the processor.
    private func call(
        atMilliseconds time: Int64, since start: Int64
    ) -> (images: ASSLibrary.Images?, hasChanged: Bool, isAllowed: Bool) {
        var change: Int32 = 0
        let images = functions.render(renderer, track, time, &change)
        let isAllowed = budget.allows(bitmaps: SubtitleBitmaps(images).bytes, time: Self.processorTime - start)
        return (images, change != 0, isAllowed)
    }

    /// What this thread had of the processor, in microseconds.
    fileprivate static var processorTime: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}
