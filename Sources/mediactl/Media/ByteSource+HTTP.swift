import Gst
import MediaContainers
import MediaProbe

extension ByteSource {
    /// A remote resource, in larger blocks than a file: a request costs more than what it brings.
    init(_ resource: HTTPResource) {
        self.init(length: resource.length, blockLength: HTTPResource.blockLength) { offset, count throws(ProbeError) in
            do throws(HTTPFailure) {
                return try resource.read(from: offset, count: count)
            } catch {
                throw .unreadable(error.message)
            }
        }
    }
}
