public import MediaContainers
public import PlayerCore

/// Reads what is inside media beside sound and pictures: chapters, tags, artwork. Bytes in, values out.
///
/// Everything blocks for as long as the source does (and at most as long as ``ProbeLimits/seconds``): not for an event
/// loop or Swift's pool.
public enum MediaProbe {
    static let headLength = 16

    /// In this order: the first that recognises the beginning reads the rest.
    private static let readers: [any ContainerReader.Type] = [
        MatroskaReader.self, MP4Reader.self, FLACReader.self, OggReader.self, WAVReader.self, ID3Reader.self,
    ]

    /// What a container says of its content.
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
