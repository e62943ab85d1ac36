public import MediaContainers
public import PlayerCore

/// Reads what media contain besides sound and pictures: chapters, tags, artwork. Bytes in, values out.
///
/// All functions block as long as the source does (and at most as long as ``ProbeLimits/seconds``): do not call them
/// on an event loop or in Swift's thread pool.
public enum MediaProbe {
    static let headLength = 16

    /// In order: the first reader that recognises the beginning reads the rest.
    private static let readers: [any ContainerReader.Type] = [
        MatroskaReader.self, MP4Reader.self, FLACReader.self, OggReader.self, WAVReader.self, FlashReader.self,
        ID3Reader.self,
    ]

    /// Reads a container.
    ///
    /// - Parameter uri: of the resource, for the pictures in it.
    public static func container(
        _ source: ByteSource, uri: String, limits: ProbeLimits = ProbeLimits()
    ) -> ContainerFindings {
        let bytes = ByteReader(source, limits: limits)
        var nothing = ContainerFindings()
        do throws(ProbeError) {
            let head = try bytes.available(at: 0, count: headLength)
            guard let reader = readers.first(where: { $0.recognises(head) }) else { return nothing }
            return reader.init(bytes, uri: uri).read()
        } catch {
            nothing.problems = [error.message]
            return nothing
        }
    }
}
