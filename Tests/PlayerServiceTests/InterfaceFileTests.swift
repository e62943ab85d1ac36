import DBusKit
import Foundation
import PlayerCore
import Testing

/// The interface files in `dbus/` are the contract that others read: they and the daemon say the same.
@Suite("Interface files", .playerctld)
struct InterfaceFileTests {
    private static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("dbus")

    /// The text of one interface, without comments, empty lines and indentation.
    private func interface(_ name: String, in text: String) -> [String]? {
        let lines = text.replacing(/<!--.*?-->/.dotMatchesNewlines(), with: "").split(separator: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        guard let start = lines.firstIndex(of: "<interface name=\"\(name)\">"),
            let end = lines[start...].firstIndex(of: "</interface>")
        else { return nil }
        return Array(lines[start...end])
    }

    @Test("Each file is what the daemon answers to Introspect, and no interface is without its file")
    func filesAndDaemonAgree() async throws {
        let rig = try await Rig()
        // An export has an object of its own.
        await rig.publish { snapshot in
            let order = ExportOrder(
                uri: "file:///a.mkv", path: "/b.mkv", method: .passthrough, stretches: [.init(start: 0, end: 1)],
                chapters: [], overwrites: false, duration: 1)
            snapshot.exports.jobs[1] = ExportJob(order)
        }
        let job = Rig.ownPath + "/export/1"
        var names: Set<String> = []
        for path in [Rig.path, Rig.ownPath, job] {
            let text = try rig.introspection(path)
            for name in try rig.introspected(path).map(\.name) where !name.hasPrefix("org.freedesktop.") {
                names.insert(name)
                let file = Self.directory.appendingPathComponent(name + ".xml")
                let written = try String(contentsOf: file, encoding: .utf8)
                #expect(interface(name, in: written) == interface(name, in: text), "\(name)")
                #expect(written.components(separatedBy: "<interface ").count == 2, "\(name): one interface a file")
            }
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.directory.path)
        #expect(Set(files.filter { $0.hasSuffix(".xml") }) == Set(names.map { $0 + ".xml" }))
    }
}
