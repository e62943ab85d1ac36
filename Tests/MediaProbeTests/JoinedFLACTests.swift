import Foundation
import PlayerCore
import TestSupport
import Testing

@testable import MediaContainers
@testable import MediaProbe

/// FLAC files that were put together with `cat`, and the one stream that they are read as.
@Suite(.needs("ffmpeg"), .serialized) struct JoinedFLACTests {
    private static func run(_ script: String) throws {
        let made = try ChildProcess.run("sh", ["-ec", script], within: 60)
        guard made.end == .exited(0) else { throw Deadline.Missed("ffmpeg: \(made.errors)") }
    }

    private static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// - Parameter options: of the encoder.
    private static func flac(_ seconds: Double, tone: Int, _ options: String = "") throws -> [UInt8] {
        let folder = try ItemFolder()
        let path = "\(folder.path)/x.flac"
        try run("ffmpeg -v error -f lavfi -i sine=\(tone):r=48000:d=\(seconds) \(options) -c:a flac -y \(path)")
        return try bytes(path)
    }

    /// What another decoder makes of it, 16 bits a sample.
    private static func samples(_ flac: [UInt8]) throws -> [UInt8] {
        let folder = try ItemFolder()
        try folder.write(flac, to: "x.flac")
        try run("ffmpeg -v error -i \(folder.path)/x.flac -f s16le -c:a pcm_s16le \(folder.path)/x.raw")
        return try bytes("\(folder.path)/x.raw")
    }

    /// The number of samples, if all frames are whole and follow one another.
    private static func ends(_ flac: [UInt8]) throws -> Int? {
        let start = try #require(flac.firstRange(of: Array("fLaC".utf8))).lowerBound
        var place = start + 4
        while flac[place] & 0x80 == 0 { place += 4 + Int(flac[(place + 1)..<(place + 4)].bigEndian) }
        place += 4 + Int(flac[(place + 1)..<(place + 4)].bigEndian)
        let info = try #require(FLACStreamInfo(flac[(start + 8)...]))
        var end: UInt64 = 0
        while place < flac.count {
            let header = try #require(FLACFrame(flac[place...].prefix(FLACFrame.headerLength), of: info))
            guard header.start == end else { return nil }
            let next = (place + 1..<flac.count).first {
                flac[$0] == 0xFF && FLACFrame(flac[$0...].prefix(FLACFrame.headerLength), of: info)?.start == header.end
            }
            guard FLACFrame.isWhole(flac[place..<(next ?? flac.count)]) else { return nil }
            (place, end) = (next ?? flac.count, header.end)
        }
        return info.samples == end ? Int(end) : nil
    }

    private static let tag = Array("TAG".utf8) + [UInt8](repeating: 32, count: 125)
    private static let id3 = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 20] + [UInt8](repeating: 0, count: 20)

    /// How the parts differ, and what is between them.
    enum Join: CaseIterable {
        case shortAndLong, longAndShort, alike, three, tagged, stereo, blocks

        func parts() throws -> [(flac: [UInt8], behind: [UInt8])] {
            switch self {
            case .shortAndLong:
                [(try JoinedFLACTests.flac(1.3, tone: 440), []), (try JoinedFLACTests.flac(5, tone: 880), [])]
            case .longAndShort:
                [(try JoinedFLACTests.flac(5, tone: 440), []), (try JoinedFLACTests.flac(1.3, tone: 880), [])]
            case .alike: [(try JoinedFLACTests.flac(3, tone: 440), []), (try JoinedFLACTests.flac(3, tone: 440), [])]
            case .three: try (1...3).map { (try JoinedFLACTests.flac(Double($0) * 0.7, tone: 300 * $0), []) }
            case .tagged:
                [
                    (
                        JoinedFLACTests.id3 + (try JoinedFLACTests.flac(2, tone: 440)),
                        JoinedFLACTests.tag + JoinedFLACTests.id3
                    ), (try JoinedFLACTests.flac(3, tone: 880), JoinedFLACTests.tag),
                ]
            case .stereo: try [2.0, 1].map { (try JoinedFLACTests.flac($0, tone: 500, "-ac 2 -sample_fmt s32"), []) }
            case .blocks:
                [
                    (try JoinedFLACTests.flac(2, tone: 440, "-frame_size 1152"), []),
                    (try JoinedFLACTests.flac(2.5, tone: 880), []),
                ]
            }
        }
    }

    @Test(arguments: Join.allCases) func theWholeIsOneStream(join: Join) throws {
        let parts = try join.parts()
        let file = parts.flatMap { $0.flac + $0.behind }
        let expected = try parts.flatMap { try Self.samples($0.flac) }
        let rate = 48_000.0 * (join == .stereo ? 4 : 2)
        let found = MediaProbe.container(ByteSource(file), uri: "file:///x.flac")
        #expect(found.isMeasured && found.problems.isEmpty)
        #expect(abs((found.duration?.seconds ?? 0) - Double(expected.count) / rate) < 1e-6)

        let whole = try #require(FLACWhole(ByteSource(file)))
        let all = try whole.read(at: 0, count: .max / 2, from: ByteSource(file))
        #expect(Int64(all.count) == whole.length)
        // FFmpeg takes the change from numbers of frames to those of samples for damage, and is no judge here.
        #expect(try Self.ends(all) == expected.count / Int(rate / 48_000))
        // From anywhere, in pieces of any size.
        for _ in 0..<200 {
            let (offset, count) = (Int.random(in: 0..<all.count), Int.random(in: 1..<90_000))
            let piece = try whole.read(at: Int64(offset), count: count, from: ByteSource(file))
            #expect(piece == Array(all[offset...].prefix(count)))
        }
        #expect(try whole.read(at: whole.length, count: 10, from: ByteSource(file)).isEmpty)
    }

    @Test func aStreamOfAnotherFormatEndsIt() throws {
        let (first, other) = (try Self.flac(2, tone: 440), try Self.flac(3, tone: 440, "-ar 44100"))
        let found = MediaProbe.container(ByteSource(first + other), uri: "file:///x.flac")
        #expect(found.duration?.seconds == 2 && found.isMeasured)
        #expect(found.problems.count == 1)
        let whole = try #require(FLACWhole(ByteSource(first + other)))
        let all = try whole.read(at: 0, count: .max / 2, from: ByteSource(first + other))
        #expect(try Self.samples(all) == Self.samples(first))
    }

    @Test func anythingElseStaysAsItIs() throws {
        let one = try Self.flac(4, tone: 440)
        for bytes in [one, one + Self.tag, Self.id3 + one, Array(one.prefix(one.count * 2 / 3)), [], Self.id3] {
            #expect(FLACWhole(ByteSource(bytes)) == nil)
        }
        // A stream without frames, and what only looks like one.
        #expect(FLACWhole(ByteSource(one + one.prefix(60))) == nil)
        #expect(FLACWhole(ByteSource(one + one.prefix(42) + [0x84, 0xFF, 0xFF, 0xFF] + one)) == nil)
        #expect(FLACWhole(ByteSource(Array(one.prefix(60)) + one)) == nil)
        for _ in 0..<20 {
            let cut = Array((one + one).prefix(Int.random(in: one.count...(2 * one.count))))
            if let whole = FLACWhole(ByteSource(cut)) {
                #expect(try Int64(whole.read(at: 0, count: .max / 2, from: ByteSource(cut)).count) == whole.length)
            }
        }
    }
}
