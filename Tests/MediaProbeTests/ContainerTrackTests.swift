import MediaContainers
import PlayerCore
import Testing

@testable import MediaProbe

/// Languages, names and flags of tracks, as containers write them down.
@Suite struct ContainerTrackTests {
    private typealias ID = MatroskaID

    private func number(_ id: UInt64, _ value: UInt64) -> [UInt8] { EBMLWriter.element(id, [UInt8(value)]) }
    private func text(_ id: UInt64, _ text: String) -> [UInt8] { EBMLWriter.element(id, Array(text.utf8)) }

    private func matroska(_ entries: [UInt8]...) -> [ContainerTrack] {
        let tracks = EBMLWriter.element(ID.tracks, entries.flatMap { EBMLWriter.element(ID.trackEntry, $0) })
        let head = EBMLWriter.element(ID.ebml, EBMLWriter.element(ID.docType, Array("matroska".utf8)))
        let file = head + EBMLWriter.element(ID.segment, tracks)
        return MediaProbe.container(ByteSource(file), uri: "x").tracks
    }

    @Test func matroskaSaysWhatATrackIsFor() {
        #expect(
            matroska(
                number(ID.trackNumber, 1) + number(ID.trackType, 1),
                number(ID.trackNumber, 2) + number(ID.trackType, 2) + text(ID.trackLanguage, "jpn")
                    + number(ID.flagOriginal, 1),
                number(ID.trackNumber, 3) + number(ID.trackType, 2) + number(ID.flagDefault, 0)
                    + text(ID.trackName, "Director's commentary"),
                number(ID.trackNumber, 5) + number(ID.trackType, 17) + number(ID.flagDefault, 0)
                    + number(ID.flagForced, 1) + text(ID.trackLanguage, "por") + text(ID.trackLanguageBCP47, "pt-BR"),
                number(ID.trackNumber, 6) + number(ID.trackType, 17) + number(ID.flagHearingImpaired, 1)
                    + text(ID.trackLanguage, "und"),
                number(ID.trackNumber, 7) + number(ID.trackType, 18)
            ) == [
                ContainerTrack(number: 1, kind: .video, language: "en", traits: .isDefault),
                ContainerTrack(number: 2, kind: .audio, language: "ja", traits: [.isDefault, .original]),
                ContainerTrack(
                    number: 3, kind: .audio, language: "en", title: "Director's commentary", traits: .commentary),
                ContainerTrack(number: 5, kind: .subtitles, language: "pt-BR", traits: .forced),
                ContainerTrack(number: 6, kind: .subtitles, language: "und", traits: [.isDefault, .hearingImpaired]),
            ])
    }

    /// Packets of VobSub do not tell how large the plane is on which they lie: the head of the track does.
    @Test(arguments: [
        ("size: 1920x1080\npalette: 000000, ffffff\n", [1_920, 1_080]),
        ("# VobSub index file, v7 (do not modify this line!)\r\nsize: 720x480\r\norg: 0, 0\r\n", [720, 480]),
        ("Size:1280 x 720", [1_280, 720]), ("palette: 000000", []), ("size: 1920", []), ("size: 0x576", []),
        ("size: -720x576", []), ("size: 9000x576", []), ("size: 99999999999999999999x1", []), ("", []),
    ])
    func vobSubTellsItsPlane(header: String, expected: [Int]) {
        let head = number(ID.trackNumber, 1) + number(ID.trackType, 17)
        let (codec, text) = (text(ID.codecID, "S_VOBSUB"), text(ID.codecPrivate, header))
        for entry in [head + codec + text, text + codec + head] {
            let plane = matroska(entry).first?.format.plane
            #expect((plane.map { [$0.width, $0.height] } ?? []) == expected)
        }
        let other = matroska(head + self.text(ID.codecID, "S_TEXT/UTF8") + text)
        #expect(other.count == 1 && other.first?.format.plane == nil)
    }

    @Test func theyAreLimitedInNumber() {
        let entry = EBMLWriter.element(ID.trackEntry, number(ID.trackType, 2))
        let tracks = EBMLWriter.element(ID.tracks, (0..<1_200).flatMap { _ in entry })
        let head = EBMLWriter.element(ID.ebml, EBMLWriter.element(ID.docType, Array("matroska".utf8)))
        let file = head + EBMLWriter.element(ID.segment, tracks)
        #expect(MediaProbe.container(ByteSource(file), uri: "x").tracks.count == MatroskaTracks.mostTracks)
    }

    private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let size = UInt32(content.count + 8)
        return (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) } + Array(type.utf8) + content
    }

    private func track(_ id: UInt8, _ handler: String, enabled: Bool, _ rest: [UInt8] = [], stsd: [UInt8]? = nil)
        -> [UInt8]
    {
        let header = box(
            "tkhd",
            [0, 0, 0, enabled ? 1 : 0] + [UInt8](repeating: 0, count: 8) + [0, 0, 0, id]
                + [UInt8](repeating: 0, count: 68))
        let media = box("mdhd", [UInt8](repeating: 0, count: 12) + [0, 0, 3, 0xE8, 0, 0, 0, 0] + [0x15, 0xC7, 0, 0])
        let hdlr = box("hdlr", [UInt8](repeating: 0, count: 8) + Array(handler.utf8) + [UInt8](repeating: 0, count: 13))
        let table = stsd.map { box("minf", box("stbl", box("stsd", $0))) } ?? []
        return box("trak", header + box("mdia", media + hdlr + table) + rest)
    }

    @Test func mp4SaysWhatATrackIsFor() {
        let kind = { (role: String) in
            [0, 0, 0, 0] + Array("urn:mpeg:dash:role:2011".utf8) + [0] + Array(role.utf8) + [0]
        }
        let tx3g: [UInt8] =
            [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 64] + Array("tx3g".utf8) + [0, 0, 0, 0, 0, 0, 0, 1, 0xC0, 0, 0, 0]
        let moov =
            track(1, "vide", enabled: true) + track(2, "soun", enabled: true)
            + track(3, "soun", enabled: false, box("udta", box("kind", kind("commentary"))))
            + track(
                4, "soun", enabled: false, box("udta", box("tagc", Array("public.accessibility.describes-video".utf8))))
            + track(5, "sbtl", enabled: false, stsd: tx3g)
            + track(6, "text", enabled: true, box("udta", box("kind", kind("caption"))))
        let file = box("ftyp", Array("isom".utf8) + [0, 0, 0, 0]) + box("moov", moov)
        let tracks = MediaProbe.container(ByteSource(file), uri: "x").tracks
        #expect(tracks.map(\.number) == [1, 2, 3, 4, 5, 6])
        #expect(tracks.map(\.kind) == [.video, .audio, .audio, .audio, .subtitles, .subtitles])
        #expect(
            tracks.map(\.traits) == [
                .isDefault, .isDefault, .commentary, .descriptive, .forced, [.isDefault, .hearingImpaired],
            ])
        #expect(tracks.map(\.language) == Array(repeating: "en", count: 6))
    }
}
