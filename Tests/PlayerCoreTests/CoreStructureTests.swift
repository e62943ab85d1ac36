import Foundation
import Testing

@testable import PlayerCore

/// What keeps the core a short list of parts: rules about its sources that the compiler cannot hold.
struct CoreStructureTests {
    private struct Source {
        var folder: String
        var name: String
        /// Without comments and strings.
        var code: String
    }

    private static let sources: [Source] = {
        let core = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/PlayerCore").standardizedFileURL
        let files = FileManager.default.enumerator(at: core, includingPropertiesForKeys: nil)
        return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }.compactMap { file in
            guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
            let code = text.replacing(/\/\/.*/, with: "").replacing(/"(\\.|[^"\\])*"/, with: "")
            return Source(
                folder: file.deletingLastPathComponent().lastPathComponent, name: file.lastPathComponent, code: code)
        }
    }()

    private static func declaredTypes(in code: String) -> [String] {
        let declaration = /^(?:(?:public|final|private|fileprivate|indirect) )*(?:struct|enum|class|protocol) (\w+)/
        return code.matches(of: declaration.anchorsMatchLineEndings()).map { String($0.output.1) }
    }

    /// The folders of features, with the types that are declared there.
    private static let features: [String: Set<String>] = {
        var features: [String: Set<String>] = [:]
        for source in sources where source.code.contains(/struct \w+: .*Feature\b/) && source.folder != "Playback" {
            features[source.folder] = []
        }
        for source in sources where features[source.folder] != nil {
            features[source.folder]?.formUnion(declaredTypes(in: source.code))
        }
        return features
    }()

    @Test func thePlayerIsAShortListOfParts() {
        let player = Player(firstID: 1, seed: 1)
        #expect(Mirror(reflecting: player).children.count <= 20)
        #expect(Mirror(reflecting: player.features).children.count <= 27)
        #expect(Self.features.count == Mirror(reflecting: player.features).children.count - 1)
    }

    @Test func noFeatureMentionsAnother() {
        #expect(Self.features.count > 10)
        for source in Self.sources where Self.features[source.folder] != nil {
            let words = Set(source.code.matches(of: /(?:^|[^.\w])([A-Z]\w*)/).map { String($0.output.1) })
            for (folder, types) in Self.features where folder != source.folder {
                let mentioned = types.intersection(words)
                #expect(
                    mentioned.isEmpty,
                    "\(source.folder)/\(source.name) mentions \(mentioned.sorted()) of \(folder)")
            }
        }
    }

    @Test func onlyPlaybackMovesPlayback() {
        for source in Self.sources where !source.name.hasPrefix("Playback") {
            #expect(
                !source.code.contains(/playback\??(\.\w+)+\s*([-+*\/]?=)[^=]/),
                "\(source.name) assigns playback's state")
            guard Self.features[source.folder] != nil else { continue }
            #expect(!source.code.contains(/scene\.playback\b/), "\(source.name) reaches past the scene")
            #expect(!source.code.contains(/\bPlayer\b/), "\(source.name) knows the player")
        }
    }
}
