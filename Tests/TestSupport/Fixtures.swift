internal import Foundation

/// The committed media files.
public enum Fixtures {
    public static let directory = "\(root)/Tests/Fixtures"
    /// The package's folder.
    public static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    public static func path(_ name: String) -> String { "\(directory)/\(name)" }
    public static func uri(_ name: String) -> String { URL(fileURLWithPath: path(name)).absoluteString }
}
