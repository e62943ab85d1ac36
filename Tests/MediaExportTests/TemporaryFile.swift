import Foundation

/// A file that goes away with its value.
final class TemporaryFile {
    let path: String

    init(_ bytes: [UInt8]) throws {
        path = "/tmp/mediad-export-test-\(UUID().uuidString)"
        try Data(bytes).write(to: URL(filePath: path))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
