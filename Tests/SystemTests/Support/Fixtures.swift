import Foundation

/// The committed media files.
enum Fixtures {
    static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Fixtures").path
    static let root = URL(fileURLWithPath: directory).deletingLastPathComponent().deletingLastPathComponent().path

    static func path(_ name: String) -> String { "\(directory)/\(name)" }
    static func uri(_ name: String) -> String { URL(fileURLWithPath: path(name)).absoluteString }
}
