internal import Gst
internal import MediaContainers
internal import MediaProbe

extension ByteSource {
    /// A remote resource. Its blocks are larger than those of a file, because a request costs more than its data.
    ///
    /// - Parameters:
    ///   - rule: which servers are asked.
    ///   - timeout: the timeout of each read in seconds.
    /// - Throws: ``ProbeError/unreadable(_:)`` if the server does not respond or refuses the request.
    static func http(
        _ uri: String, under rule: ResourceRule, userAgent: String?, timeout: UInt32
    ) throws(ProbeError) -> ByteSource {
        do throws(HTTPFailure) {
            return ByteSource(try HTTPResource(uri: uri, under: rule, userAgent: userAgent, timeout: timeout))
        } catch {
            throw .unreadable(error.message)
        }
    }

    /// An opened remote resource.
    init(_ resource: HTTPResource) {
        self.init(length: resource.length, blockLength: HTTPResource.blockLength, isNear: false) {
            offset, count throws(ProbeError) in
            do throws(HTTPFailure) {
                return try resource.read(from: offset, count: count)
            } catch {
                throw .unreadable(error.message)
            }
        }
    }
}
