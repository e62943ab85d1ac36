import Foundation
import MediaContainers
import Testing

@testable import MediaProbe

/// A file that is still being downloaded or written, or whose disk filled up: each beginning of it ends in a result.
///
/// Covered: every committed file that a reader is for. Those up to 8 KiB are cut after every byte; larger ones after every
/// byte of their first half KiB and at 250 places spread over the rest; every eighth of these beginnings is also read at
/// limits that small files reach. `make fuzz` does both at 16,384 places of a file, which are all of most.
@Suite struct TruncationTests {
    private static let small = 8 << 10

    @Test(arguments: FuzzSeeds.fixtures.filter { FuzzSeeds.target(for: $0) != nil })
    func everyBeginningEndsInAResult(_ file: URL) async throws {
        let target = try #require(FuzzSeeds.target(for: file))
        let bytes = try FuzzSeeds.bytes(file)
        for count in Self.cuts(bytes.count) {
            await Task.yield()
            let broken = target.broken(by: Array(bytes[..<count]), isBrief: count % 8 != 0)
            guard broken.isEmpty else {
                Issue.record("\(file.lastPathComponent) cut to \(count) bytes: \(broken)")
                return
            }
        }
    }

    private static func cuts(_ count: Int) -> [Int] {
        guard count > small else { return Array(0...count) }
        let head = 512
        return Array(0..<head) + stride(from: head, through: count, by: max(1, (count - head) / 250))
    }
}
