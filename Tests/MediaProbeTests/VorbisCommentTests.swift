import MediaContainers
import PlayerCore
import Testing

@testable import MediaProbe

@Suite struct VorbisCommentTests {
    @Test(arguments: [
        ("00:00:01.500", 1_500_000_000), ("1:02:03", 3_723_000_000_000), ("02:03", 123_000_000_000),
        ("00:00:00.0000000019", 1), ("000000:00:00.1", 100_000_000),
    ]) func readsTimes(_ text: String, _ nanoseconds: Int64) {
        #expect(VorbisComments.time(text)?.nanoseconds == nanoseconds)
    }

    @Test(arguments: ["", "5", "a:b", "1:2:3:4", "-1:00", "00:00:-1", "1:00.x", "9999999:00:00", "::", "٠١:٠٢"])
    func refusesWhatIsNoTime(_ text: String) { #expect(VorbisComments.time(text) == nil) }

    @Test func chaptersInAnyOrderAndSpelling() {
        let comments = VorbisComments([
            ("CHAPTER2NAME", "Two"), ("chapter001", "00:01"), ("CHAPTER001name", "One"), ("CHAPTER001", "00:09"),
            ("CHAPTER2", "00:00:02.25"), ("CHAPTER1000", "00:00:03"), ("CHAPTER3NAME", "no time"),
            ("CHAPTER5URLS", "x"),
        ])
        #expect(lines(comments.chapters) == ["1000 \"One\"", "2250 \"Two\""])
        #expect(comments.chapters.map(\.id) == ["CHAPTER001", "CHAPTER002"])
    }

    @Test func numberedChaptersComeBeforeACueSheet() {
        let sheet = ("CUESHEET", "TRACK 1 AUDIO\nINDEX 01 00:05:00")
        #expect(lines(VorbisComments([sheet, ("CHAPTER001", "00:01")]).chapters) == ["1000"])
        #expect(lines(VorbisComments([sheet]).chapters) == ["5000"])
    }

    @Test func countsThatAreTooLargeEndWithTheBytes() {
        let bytes: [UInt8] = [0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 9, 0, 0, 0] + "TITLE=abc".utf8
        let comments = VorbisComments(bytes[...], limits: ProbeLimits())
        #expect(comments.fields.title == "abc" && comments.problem == "its comments end too early")
    }
}
