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
        clusters count: Int64, of size: Int64, index: Bool, limits: ProbeLimits = ProbeLimits()
    ) -> ByteReader {
        let content = count * size
        func head(_ place: Int64) -> [UInt8] {
            index ? E.element(ID.seekHead, E.seek(ID.chapters, UInt64(place))) : E.element(0xEC, [0])
        }
        let last = Int64(head(0).count) + content
        let start =
            E.header + E.id(ID.segment) + E.size(UInt64(last) + UInt64(Self.chapters.count)) + head(last)
        let cluster = E.id(ID.cluster) + E.size(UInt64(size) - 12)
        let end = Int64(start.count) + content
        let source = ByteSource(length: end + Int64(Self.chapters.count)) { offset, wanted throws(ProbeError) in
            (offset..<min(offset + Int64(wanted), end + Int64(Self.chapters.count))).map { place in
                if place < start.count { return start[Int(place)] }
                if place >= end { return Self.chapters[Int(place - end)] }
                let inside = Int((place - Int64(start.count)) % size)
                return inside < cluster.count ? cluster[inside] : 0
            }
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
        let bytes = reader(clusters: 400, of: 10 << 20, index: false)
        let found = MatroskaReader(bytes, uri: "").read()
        #expect(found.chapters.count == 1)
        #expect(found.problems == [])
    }

    @Test func theStepsEndWhereTheBudgetEndsAndItIsSaid() {
        let bytes = reader(clusters: 4096, of: 1 << 20, index: false)
        let found = MatroskaReader(bytes, uri: "").read()
        #expect(found.chapters == [])
        #expect(bytes.bytesRead <= ProbeLimits().bytes)
        #expect(
            found.problems == [
                "What lies behind its clusters may be missing: more than 8388608 bytes of it would be read."
            ])
    }

    @Test(arguments: MatroskaFixture.names)
    func everyBeginningOfAFileEndsInAResult(name: String) throws {
        let whole = try MatroskaFixture.bytes(name)
        let all = MatroskaFixture.read(whole)
        let clock = ContinuousClock()
        for length in 4..<whole.count {
            let start = clock.now
            let found = MatroskaFixture.read(Array(whole[..<length]))
            #expect(clock.now - start < .seconds(1))
            #expect(found.container != nil)
            #expect(found.chapters.count <= all.chapters.count)
            #expect(found.problems.count < 50)
        }
    }

    @Test(arguments: MatroskaFixture.names)
    func damagedFilesEndInAResult(name: String) throws {
        let whole = try MatroskaFixture.bytes(name)
        var random = Xorshift(state: 0x9E37_79B9_7F4A_7C15)
        let clock = ContinuousClock()
        for _ in 0..<300 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                bytes[Int.random(in: 4..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let start = clock.now
            let found = MatroskaFixture.read(bytes)
            #expect(clock.now - start < .seconds(1))
            #expect(found.problems.count <= 50)
        }
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
