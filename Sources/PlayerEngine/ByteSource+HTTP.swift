internal import Gst
internal import MediaContainers
internal import MediaProbe

extension ByteSource {
    /// A remote resource, in larger blocks than a file: a request costs more than what it brings.
    ///
    /// - Parameter timeout: seconds for each read.
    /// - Throws: ``ProbeError/unreadable(_:)`` where the server does not answer, or with a refusal.
    static func http(_ uri: String, userAgent: String?, timeout: UInt32) throws(ProbeError) -> ByteSource {
        do throws(HTTPFailure) {
            return ByteSource(try HTTPResource(uri: uri, userAgent: userAgent, timeout: timeout))
        } catch {
            throw .unreadable(error.message)
        }
    }

    /// A remote resource that was opened.
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
