import Foundation
import TestSupport

/// Streams that change midway and live ones, encoded once a run.
enum ChangingStreams {
    static let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "mediad-chained-\(getpid())")
    /// Made once, on a thread of its own: encoding takes seconds, which Swift's few threads cannot wait for.
    private static let making = Task {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                atexit { try? FileManager.default.removeItem(at: folder) }
                continuation.resume(with: Result { try Fixtures.copyChained(to: folder.path) })
            }
        }
    }

    static func made(_ name: String) async throws -> URL {
        try await making.value
        return folder.appendingPathComponent(name)
    }
}
