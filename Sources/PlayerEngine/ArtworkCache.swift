internal import Dispatch
internal import FoundationEssentials
internal import Gst

/// Pictures found in media, as files named by their content: the same picture is the same URI, a new one is a new URI.
struct ArtworkCache: Sendable {
    let directory: String
    private let queue = DispatchQueue(label: "mediad.artwork", qos: .utility)

    init(directory: String) { self.directory = directory }

    /// Writes the picture if it is not there yet and tells its `file:` URI, on the media loop; nil when it cannot.
    func store(_ image: TagImage, then: @escaping @Sendable @MediaActor (String?) -> Void) {
        let directory = directory
        queue.async {
            let uri = Self.write(image, in: directory)
            MediaActor.post { then(uri) }
        }
    }

    private static func write(_ image: TagImage, in directory: String) -> String? {
        let suffix =
            switch image.mediaType {
            case "image/png": "png"
            case "image/webp": "webp"
            case "image/gif": "gif"
            default: "jpg"
            }
        let file = URL(fileURLWithPath: directory).appendingPathComponent("\(Gst.sha256(image.bytes)).\(suffix)")
        if FileManager.default.fileExists(atPath: file.path) { return file.absoluteString }
        do {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            try Data(image.bytes).write(to: file, options: .atomic)
        } catch {
            return nil
        }
        return file.absoluteString
    }
}
