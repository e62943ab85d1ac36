import Foundation
import MediaContainers
import PlayerCore
import Testing

@testable import MediaProbe

/// What `make fuzz` runs for hours, on its seeds: so it still compiles, and starts from what reads well.
@Suite struct FuzzTargetTests {
    @Test func everyTargetHasSeedsAndWordsAndALine() {
        #expect(FuzzSeeds.endings.map(\.name) == FuzzTarget.allCases.map(\.rawValue))
        for target in FuzzTarget.allCases {
            #expect(!FuzzSeeds.corpus(target).isEmpty, "\(target.rawValue)")
            #expect(FuzzSeeds.words(target).contains("\""), "\(target.rawValue)")
        }
    }

    @Test(arguments: FuzzTarget.allCases) func seedsBreakNoPromise(_ target: FuzzTarget) throws {
        for file in FuzzSeeds.corpus(target) + FuzzSeeds.fixtures.filter({ FuzzSeeds.target(for: $0) == target }) {
            #expect(target.broken(by: try FuzzSeeds.bytes(file)) == [], "\(file.lastPathComponent)")
        }
    }

    /// A seed that its reader makes nothing of leads nowhere.
    @Test(arguments: [FuzzTarget.matroska, .mp4, .id3, .ogg, .flac, .wav])
    func tinyContainersHaveChapters(_ target: FuzzTarget) throws {
        let tiny = try #require(FuzzSeeds.corpus(target).first { $0.lastPathComponent == "tiny" })
        let findings = MediaProbe.container(ByteSource(try FuzzSeeds.bytes(tiny)), uri: "file:///tiny")
        #expect(!findings.chapters.isEmpty)
        #expect(findings.problems == [])
    }
}
