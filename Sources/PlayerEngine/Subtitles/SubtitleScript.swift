internal import CAss
internal import Gst
internal import MediaProbe
internal import PlayerCore
internal import Synchronization

/// A subtitle script and its renderer, used by one thread at a time.
final class SubtitleScript: DrawnSubtitles {
    /// `@unchecked`: the pointers are used only under the lock.
    private struct State: @unchecked Sendable {
        let functions: ASSLibrary
        let library: OpaquePointer
        let renderer: OpaquePointer
        let track: OpaquePointer
        var canvas: SubtitleCanvas?
        var drawing: PictureDrawing?
    }

    private let state: Mutex<State>
    /// The maximum size of cached bitmaps in bytes; the default of libass is 128 MiB.
    private static let mostBitmaps = 24 << 20

    /// Reads a complete script; blocks while fonts are searched.
    ///
    /// - Throws: a fault whose message is a clause.
    convenience init(_ text: [UInt8], fonts: FontFiles? = nil) throws(SubtitleFault) {
        try self.init(fonts) { functions, library in
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
        try self.init(fonts) { functions, library in
            guard let track = functions.makeTrack(library) else { return nil }
            let bytes = head.map { CChar(bitPattern: $0) } + [0]
            functions.processHead(track, bytes, Int32(head.count))
            return track
        }
    }

    private init(
        _ fonts: FontFiles?, _ make: (ASSLibrary, OpaquePointer) -> OpaquePointer?
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
        state = Mutex(State(functions: functions, library: library, renderer: renderer, track: track))
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
            let isNew = state.canvas != canvas
            if isNew {
                state.canvas = canvas
                state.functions.setFrameSize(state.renderer, Int32(canvas.width), Int32(canvas.height))
                state.functions.setPixelAspect(
                    state.renderer, Double(canvas.frame.pixelHeight) / Double(canvas.frame.pixelWidth))
                state.functions.setFontScale(state.renderer, canvas.scale)
                state.functions.setLinePosition(state.renderer, Double(canvas.lift))
            }
            var change: Int32 = 0
            let images = state.functions.render(state.renderer, state.track, time, &change)
            guard isNew || change != 0 else { return state.drawing }
            let patches = SubtitleBitmaps(images).patches(
                offset: (canvas.x, canvas.y), within: (canvas.width, canvas.height))
            state.drawing = patches.isEmpty ? nil : PictureDrawing(patches)
            return state.drawing
        }
    }
}
