import PlayerCore

@testable import MediaProbe

/// A reader that `make fuzz` throws bytes at; `FuzzTargetTests` runs the same code on the seeds.
enum FuzzTarget: String, CaseIterable {
    case matroska, mp4, id3, ogg, flac, wav

    /// Reads the bytes as the target's format, whatever they are, and says which promises of the readers were broken.
    func broken(by input: [UInt8]) -> [String] {
        switch self {
        case .matroska: Self.container(MatroskaReader.self, input)
        case .mp4: Self.container(MP4Reader.self, input)
        case .id3: Self.container(ID3Reader.self, input)
        case .ogg: Self.container(OggReader.self, input)
        case .flac: Self.container(FLACReader.self, input)
        case .wav: Self.container(WAVReader.self, input)
        }
    }

    /// Limits that small files reach, so that what happens at them is seen as well.
    static let tight: ProbeLimits = {
        var limits = ProbeLimits()
        limits.bytes = 48 << 10
        limits.reads = 20
        limits.elements = 200
        limits.depth = 4
        limits.chapters = 3
        limits.text = 8
        return limits
    }()

    private static func container(_ reader: any ContainerReader.Type, _ input: [UInt8]) -> [String] {
        var broken: [String] = []
        // As a file; as a server's resource whose length nobody tells, at the limits.
        for (limits, length) in [(ProbeLimits(), Int64(input.count)), (tight, nil)] {
            var served = 0
            let whole = ByteSource(input)
            let source = ByteSource(length: length) { offset, count throws(ProbeError) in
                let bytes = try whole.read(offset, count)
                served += bytes.count
                return bytes
            }
            let bytes = ByteReader(source, limits: limits)
            var promises = Promises(limits)
            promises.check(reader.init(bytes, uri: "file:///media/item").read())
            promises.expect(served <= limits.bytes && bytes.bytesRead <= limits.bytes, "\(served) bytes were read")
            promises.expect(bytes.reads <= limits.reads, "\(bytes.reads) pieces were read")
            promises.expect(bytes.elements <= limits.elements + 1, "\(bytes.elements) elements were looked at")
            broken += promises.broken
        }
        return broken
    }
}
