import PlayerCore
import Testing

@testable import MediaProbe

@Suite struct MP4TextTests {
    @Test(
        arguments: [
            (Array("Élan 日本".utf8), .undeclared, "Élan 日本"),
            ([0xEF, 0xBB, 0xBF, 0x41], .undeclared, "A"),
            ([0xFE, 0xFF, 0x00, 0x41, 0xD8, 0x3D, 0xDE, 0x00], .undeclared, "A😀"),
            ([0xFF, 0xFE, 0x41, 0x00, 0x42, 0x00, 0x43], .utf8, "AB"),
            ([0x00, 0x41, 0x00, 0x42], .utf16, "AB"),
            ([0x8E, 0x74, 0xE9], .undeclared, "étÈ"),
            ([0xC3, 0xA9], .macintosh, "√©"),
            ([0x41, 0xFF], .utf8, "A\u{FFFD}"),
            ([0x20, 0x41, 0x0D, 0x0A, 0x00], .utf8, "A"),
            ([0xD8, 0x00], .utf16, "\u{FFFD}"),
            ([], .utf8, ""),
        ] as [([UInt8], MP4Text.Encoding, String)])
    func decodes(_ bytes: [UInt8], _ encoding: MP4Text.Encoding, _ text: String) {
        #expect(MP4Text.string(bytes[...], encoding, limit: 100) == text)
    }

    @Test func cutsAtACharacter() {
        #expect(MP4Text.string(Array("日本語".utf8)[...], .undeclared, limit: 7) == "日本")
        #expect(MP4Text.string(Array("日本語".utf8)[...], .undeclared, limit: 6) == "日本")
    }

    @Test(
        arguments: [
            (0x15C7, true, "en"), (0x1A41, true, "fr"), (0x55C4, true, "und"), (0x7FFF, true, "und"),
            (0, true, "en"), (0, false, "und"), (1, true, "fr"), (11, true, "ja"), (19, true, "zh-Hant"),
            (33, true, "zh-Hans"),
            (53, true, "ro-MD"), (500, true, "und"), (0x0400, true, "und"), (0xFFFF, true, "und"),
        ] as [(UInt16, Bool, String)])
    func languages(_ code: UInt16, isQuickTime: Bool, tag: String) {
        #expect(MP4Language.bcp47(packed: code, isQuickTime: isQuickTime) == tag)
    }

    /// Languages with a place of their own in Apple's table, from its ends and around its gap.
    @Test(arguments: [(36, "alb"), (59, "pus"), (77, "bur"), (94, "epo"), (128, "wel"), (143, "iku"), (151, "nno")])
    func codesOfTheMacintosh(_ code: UInt16, _ iso: String) {
        #expect(MP4Language.bcp47(packed: code, isQuickTime: true) == LanguageCode.bcp47(iso))
    }

    @Test(
        arguments: [
            (1, 3, 333_333_333), (2, 3, 666_666_667), (.max, 1, .max), (.max, .max, 4_294_967_297_000_000_000),
            (5, 1_000, 5_000_000),
        ] as [(UInt64, UInt32, Int64)])
    func times(_ ticks: UInt64, _ timescale: UInt32, _ nanoseconds: Int64) {
        #expect(MP4Timescale(timescale)?.time(ticks) == MediaTime(nanoseconds: nanoseconds))
    }
}
