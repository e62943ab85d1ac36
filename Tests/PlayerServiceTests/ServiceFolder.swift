import Foundation

/// A folder with a service that can be activated, notes that it was, and fails at once.
final class ServiceFolder {
    let path: String
    private var record: String { path + "/started" }

    init(name: String) throws {
        path = NSTemporaryDirectory() + "mediad-services-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let text = "[D-BUS Service]\nName=\(name)\nExec=/bin/sh -c \"echo started >> \(record); exit 1\"\n"
        try text.write(toFile: "\(path)/\(name).service", atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// How often it was started.
    var startCount: Int {
        let text = (try? String(contentsOfFile: record, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").count
    }
}
