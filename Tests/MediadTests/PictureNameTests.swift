import PlayerCore
import Testing

@testable import mediad

/// Names of saved pictures.
@Suite struct PictureNameTests {
    @Test(arguments: [
        ("A film", 754.9, 1, "A film 00-12-34.png"), ("A film", 754, 2, "A film 00-12-34 2.png"),
        ("", 36_000, 1, "10-00-00.png"), ("../a/b\n", 0, 1, "-a-b- 00-00-00.png"),
        (String(repeating: "ä", count: 200), -1, 1, String(repeating: "ä", count: 90) + " 00-00-00.png"),
    ]) func aNameHasTheTitleAndTheTime(title: String, seconds: Double, number: Int, name: String) {
        let position = MediaTime(nanoseconds: Int64(seconds * 1e9))
        #expect(PictureName(title: title, position: position).text(number) == name)
    }
}
