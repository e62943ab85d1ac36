internal import PlayerCore

/// The name of a picture's file: `TITLE 00-12-34.png`, and `TITLE 00-12-34 2.png` if that is taken.
struct PictureName {
    /// Pictures with the same title and second.
    static let mostOfOneMoment = 999
    /// Bytes of the title; names of files have 255 at most.
    private static let longestTitle = 180

    private let stem: String

    init(title: String, position: MediaTime) {
        // A slash would name a folder, and a leading dot hide the file.
        let plain = title.unicodeScalars.map { scalar -> Unicode.Scalar in
            scalar == "/" || scalar.properties.generalCategory == .control ? "-" : scalar
        }
        var name = String(String.UnicodeScalarView(plain)).drop { $0 == "." || $0.isWhitespace }
        while name.utf8.count > Self.longestTitle || name.last?.isWhitespace == true { name.removeLast() }
        let seconds = max(0, position.nanoseconds / 1_000_000_000)
        let time = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        stem = (name.isEmpty ? "" : "\(name) ") + time.joined(separator: "-")
    }

    /// - Parameter number: from 1 on.
    func text(_ number: Int) -> String { number == 1 ? "\(stem).png" : "\(stem) \(number).png" }
}
