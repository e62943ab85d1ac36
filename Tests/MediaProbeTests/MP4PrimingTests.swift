import MediaContainers
import Testing

/// What precedes the sound of fragmented MP4 files without an edit list.
@Suite struct MP4PrimingTests {
    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: (content.count + 8) >> $0) } + Array(type.utf8) + content
    }

    private static func track(_ format: String, skip: UInt8 = 0x38, hasEdits: Bool = false) -> [UInt8] {
        let header = box("dOps", [0, 1, 1, skip, 0, 0, 0xBB, 0x80, 0, 0, 0])
        let sample = box(format, [UInt8](repeating: 0, count: 28) + (format == "Opus" ? header : []))
        let table = box("stbl", box("stsd", [0, 0, 0, 0, 0, 0, 0, 1] + sample))
        let edits = box("edts", box("elst", [UInt8](repeating: 0, count: 20)))
        return box("trak", (hasEdits ? edits : []) + box("mdia", box("minf", table)))
    }

    private static func movie(_ tracks: [UInt8]..., isFragmented: Bool = true) -> [UInt8] {
        box("moov", tracks.flatMap(\.self) + (isFragmented ? box("mvex", []) : []))
    }

    @Test("Opus says it in its header, and AAC does not say it")
    func whatTheFormatSays() {
        #expect(MP4Priming(movie: Self.movie(Self.track("Opus"))) == .opus(312))
        #expect(MP4Priming(movie: Self.movie(Self.track("mp4a"))) == .unknown)
    }

    @Test("Other files have none: those with an edit list, without fragments, with more than sound, or of other codecs")
    func otherFiles() {
        #expect(MP4Priming(movie: Self.movie(Self.track("Opus", hasEdits: true))) == nil)
        #expect(MP4Priming(movie: Self.movie(Self.track("mp4a"), isFragmented: false)) == nil)
        #expect(MP4Priming(movie: Self.movie(Self.track("mp4a"), Self.track("avc1"))) == nil)
        #expect(MP4Priming(movie: Self.movie(Self.track("fLaC"))) == nil)
        #expect(MP4Priming(movie: []) == nil)
    }

    @Test("What is cut off is not believed")
    func cutOff() {
        let movie = Self.movie(Self.track("Opus"))
        for count in 0..<movie.count { #expect(MP4Priming(movie: Array(movie.prefix(count))) == nil) }
    }
}
