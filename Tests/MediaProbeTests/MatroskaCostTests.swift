import MediaContainers
internal import PlayerCore
import Testing

@testable import MediaProbe

/// What reading costs, on files of 4 GiB that exist as a rule only, and on files that are cut off or damaged.
@Suite struct MatroskaCostTests {
    private typealias ID = MatroskaID
    private typealias E = EBMLBytes

    private static let chapters = E.chapters(E.atom(7, E.title("found")))

    /// A file of clusters of a given size behind its first part, with its chapters at the end.
    private func reader(
        clusters count: Int64, of size: Int64, index: Bool
    ) -> ByteReader {
        // The other limits are what is looked at here, on a machine however busy.
        var limits = ProbeLimits()
        limits.seconds = 600
        let content = count * size
        func head(_ place: Int64) -> [UInt8] {
            index ? E.element(ID.seekHead, E.seek(ID.chapters, UInt64(place))) : E.element(0xEC, [0])
        }
        let last = Int64(head(0).count) + content
        let start =
            E.header + E.id(ID.segment) + E.size(UInt64(last) + UInt64(Self.chapters.count)) + head(last)
        let cluster = E.id(ID.cluster) + E.size(UInt64(size) - 12)
        let end = Int64(start.count) + content
        let length = end + Int64(Self.chapters.count)
        let parts = { (place: Int64) -> [(Int64, [UInt8])] in
            let before = max(0, (place - Int64(start.count)) / size)
            return [(0, start), (end, Self.chapters)]
                + [before, before + 1].filter { $0 < count }.map { (Int64(start.count) + $0 * size, cluster) }
        }
        let source = ByteSource(length: length) { offset, wanted throws(ProbeError) in
            let stop = min(offset + Int64(wanted), length)
            var piece = [UInt8](repeating: 0, count: Int(max(0, stop - offset)))
            for (place, part) in parts(offset) {
                for (index, byte) in part.enumerated() where (offset..<stop).contains(place + Int64(index)) {
                    piece[Int(place + Int64(index) - offset)] = byte
                }
            }
            return piece
        }
        return ByteReader(source, limits: limits)
    }

    @Test func withAnIndexOnlyTheEndsAreRead() {
        let bytes = reader(clusters: 4096, of: 1 << 20, index: true)
        let found = MatroskaReader(bytes, uri: "").read()
        #expect(found.chapters.count == 1)
        #expect(found.problems == [])
        #expect(bytes.reads == 2)
        #expect(bytes.bytesRead <= 32 << 10)
    }

    @Test func withoutOneClustersAreSteppedOver() {
        let bytes = reader(clusters: 4096, of: 1 << 20, index: false)
        let found = MatroskaReader(bytes, uri: "").read()
        #expect(found.chapters.count == 1)
        #expect(found.problems == [])
    }

    @Test func theStepsEndWhereTheBudgetEndsAndItIsSaid() {
        let bytes = reader(clusters: 6_000, of: 1 << 20, index: false)
        let found = MatroskaReader(bytes, uri: "").read()
        #expect(found.chapters == [])
        #expect(bytes.bytesRead <= ProbeLimits().bytes)
        #expect(
            found.problems == ["What lies behind its clusters may be missing: its parts are too scattered."])
    }

    @Test(.timeLimit(.minutes(10)), arguments: MatroskaFixture.names)
    func aBeginningHasNoMoreChaptersThanTheWhole(name: String) async throws {
        let whole = try MatroskaFixture.bytes(name)
        let all = MatroskaFixture.read(whole)
        // Here and there; TruncationTests cuts after each byte.
        for length in stride(from: 0, to: whole.count, by: 7) {
            await Task.yield()
            let (found, isBounded) = readCounting(Array(whole[..<length]))
            // One check a file: tens of thousands of expectations would take longer than what they look at.
            if !isBounded || found.container == nil || found.chapters.count > all.chapters.count {
                Issue.record("of \(length) bytes: \(found)")
            }
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: MatroskaFixture.names)
    func damagedFilesEndInAResult(name: String) async throws {
        let whole = try MatroskaFixture.bytes(name)
        var random = Xorshift(state: 0x9E37_79B9_7F4A_7C15)
        for round in 0..<100 {
            await Task.yield()
            var bytes = whole
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                bytes[Int.random(in: 4..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let (found, isBounded) = readCounting(bytes)
            if !isBounded { Issue.record("round \(round): \(found)") }
        }
    }

    /// - Returns: also whether it took no more elements than there can be in so many bytes, looked at twice.
    private func readCounting(_ bytes: [UInt8]) -> (ContainerFindings, isBounded: Bool) {
        var limits = ProbeLimits()
        limits.seconds = 600
        let reader = ByteReader(ByteSource(bytes), limits: limits)
        let found = MatroskaReader(reader, uri: "").read()
        return (found, reader.elements <= bytes.count + 16 && reader.reads <= 64 && found.problems.count <= 50)
    }

    /// The same numbers on every run.
    private struct Xorshift: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }
}
