import Foundation
import Testing

@testable import GstWorkarounds

/// What every file about a fault of another library says of it.
@Suite struct RoomTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL
    /// What is no workaround itself.
    private static let others: Set = ["Workaround.swift", "LibraryVersion.swift", "PulseCalls.swift", "library.c"]

    /// The files of the room: those in Swift, and those in C.
    private static let files: [URL] = ["Sources/GstWorkarounds", "Sources/CPulse"].flatMap { folder in
        let found = try? FileManager.default.contentsOfDirectory(
            at: root.appending(path: folder), includingPropertiesForKeys: nil)
        return (found ?? []).filter { ["swift", "c"].contains($0.pathExtension) }
    }.filter { !others.contains($0.lastPathComponent) }

    /// The entry of a head, with its following lines: `- Component: …`.
    private static func entry(_ name: String, of text: String) -> String? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.drop { $0 == "/" }.trimmingPrefix(" ")
        }
        guard let first = lines.firstIndex(where: { $0.hasPrefix("- \(name): ") }) else { return nil }
        let rest = lines[(first + 1)...].prefix { $0.hasPrefix("  ") }
        return ([lines[first].dropFirst("- \(name): ".count)] + rest.map { $0.drop { $0 == " " } }).joined(
            separator: " ")
    }

    private static let names: Set<String> = {
        let tests = FileManager.default.enumerator(at: root.appending(path: "Tests"), includingPropertiesForKeys: nil)
        let files = tests?.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
        return Set(files.map { $0.deletingPathExtension().lastPathComponent })
    }()

    @Test(
        "each of them says what has the fault, in which versions, where it is reported, what it does, and what tests it"
    )
    func headsAreComplete() throws {
        #expect(Self.files.count > 15)
        for file in Self.files {
            let text = try String(contentsOf: file, encoding: .utf8)
            let name = file.lastPathComponent
            for entry in ["Component", "Versions", "Upstream", "Without it", "Test"] {
                #expect(Self.entry(entry, of: text)?.isEmpty == false, "\(name) lacks \(entry)")
            }
            let versions = Self.entry("Versions", of: text) ?? ""
            #expect(versions.contains(/\d/), "\(name) names no version that was looked at")
            // A commit, a merge request, a ticket, or that none was found.
            let upstream = Self.entry("Upstream", of: text) ?? ""
            #expect(
                upstream.contains(/\b[0-9a-f]{8,10}\b|merge request \d|https:|none found/), "\(name): \(upstream)")
        }
    }

    @Test("the tests and reports that they name are there")
    func whatTheyNameExists() throws {
        for file in Self.files {
            let text = try String(contentsOf: file, encoding: .utf8)
            let test = Self.entry("Test", of: text) ?? ""
            let named = test.matches(of: /`(\w+Tests)`/).map { String($0.output.1) }
            #expect(!named.isEmpty || test.hasPrefix("none"), "\(file.lastPathComponent): \(test)")
            for name in named { #expect(Self.names.contains(name), "\(file.lastPathComponent): \(name)") }
            for report in text.matches(of: /docs\/upstream\/[\w-]+\.md/) {
                let path = Self.root.appending(path: String(report.output)).path
                #expect(FileManager.default.fileExists(atPath: path), "\(file.lastPathComponent): \(report.output)")
            }
        }
    }

    @Test("each of them has a gate, and every gate is on the list")
    func gatesAreListed() throws {
        var declared = 0
        for file in Self.files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            let gates = text.matches(of: /static let (\w+) = Workaround\(/).map { String($0.output.1) }
            declared += gates.count
            #expect(!gates.isEmpty, "\(file.lastPathComponent) declares no Workaround")
            for gate in gates {
                #expect(text.contains("Workaround.\(gate).isOn"), "\(file.lastPathComponent) does not ask \(gate)")
            }
        }
        // Those in C are declared in one place.
        let calls = try String(
            contentsOf: Self.root.appending(path: "Sources/GstWorkarounds/PulseCalls.swift"), encoding: .utf8)
        let inC = calls.matches(of: /static let (\w+) = Workaround\(/).count
        let filesInC = Self.files.filter { $0.pathExtension == "c" }
        #expect(inC == filesInC.count)
        #expect(declared + inC == Workaround.all.count)
    }
}
