import MediaContainers
import Testing

/// What a Matroska file says of the silence before its sound.
@Suite struct MatroskaSoundTests {
    private static func number(_ id: UInt64, _ value: UInt32) -> [UInt8] {
        EBMLWriter.element(id, [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) })
    }

    private static func track(kind: UInt32 = 2, codec: String = "A_AAC", delay: UInt32? = 21_333_333) -> [UInt8] {
        EBMLWriter.element(
            MatroskaID.trackEntry,
            number(MatroskaID.trackType, kind) + EBMLWriter.element(MatroskaID.codecID, Array(codec.utf8))
                + (delay.map { number(MatroskaID.codecDelay, $0) } ?? []))
    }

    private static func head(_ tracks: [[UInt8]], before: [UInt8] = [], isEndless: Bool = false) -> [UInt8] {
        let content =
            before + EBMLWriter.element(MatroskaID.tracks, tracks.flatMap(\.self))
            + EBMLWriter.element(MatroskaID.cluster, [0])
        let segment = EBMLWriter.element(MatroskaID.segment, content)
        // A segment that is being written has no size.
        let unknown: [UInt8] = [0x18, 0x53, 0x80, 0x67, 0x01] + [UInt8](repeating: 0xFF, count: 7) + content
        return EBMLWriter.element(MatroskaID.ebml, [0x42, 0x82, 0x80]) + (isEndless ? unknown : segment)
    }

    @Test(arguments: [false, true]) func soundAloneHasADelay(isEndless: Bool) {
        let info = EBMLWriter.element(MatroskaID.info, [UInt8](repeating: 0xEC, count: 2) + [0])
        let head = Self.head([Self.track()], before: info, isEndless: isEndless)
        #expect(MatroskaSound.delay(inHead: head) == 21_333_333)
    }

    @Test("AAC is bare where nothing says what precedes it, and where mediad's own muxer has not written it")
    func bareAAC() {
        let bare = { (track: [UInt8], muxer: String) in
            let info = EBMLWriter.element(
                MatroskaID.info, EBMLWriter.element(MatroskaID.muxingApp, Array(muxer.utf8)))
            return MatroskaSound(head: Self.head([track], before: info))?.isBareAAC
        }
        #expect(bare(Self.track(delay: nil), "Lavf59.27.100") == true)
        #expect(bare(Self.track(), "Lavf61.7.100") == false)
        #expect(bare(Self.track(delay: 0), "Lavf61.7.100") == false)
        #expect(bare(Self.track(codec: "A_VORBIS", delay: nil), "Lavf59.27.100") == false)
        #expect(bare(Self.track(delay: nil), "GStreamer matroskamux version 1.22.0") == false)
    }

    @Test func otherFilesHaveNone() {
        // Its own header says it, and matroskademux cuts it.
        #expect(MatroskaSound.delay(inHead: Self.head([Self.track(codec: "A_OPUS")])) == nil)
        // Beside a picture, the sound stays where it is.
        #expect(MatroskaSound.delay(inHead: Self.head([Self.track(), Self.track(kind: 1)])) == nil)
        #expect(MatroskaSound.delay(inHead: Self.head([Self.track(delay: nil)])) == nil)
        #expect(MatroskaSound.delay(inHead: Self.head([Self.track(delay: 2_000_000_000)])) == nil)
        #expect(MatroskaSound.delay(inHead: Self.head([])) == nil)
        #expect(MatroskaSound.delay(inHead: Array("OggS".utf8)) == nil)
        #expect(MatroskaSound.delay(inHead: []) == nil)
    }

    @Test func whatIsCutOffIsNotBelieved() {
        let head = Self.head([Self.track()])
        let whole = head.count - 6
        for count in 0..<whole { #expect(MatroskaSound.delay(inHead: Array(head.prefix(count))) == nil) }
    }
}
