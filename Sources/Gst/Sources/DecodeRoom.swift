internal import CGStreamer
public import GLibLoop

/// The room between a demuxer and its decoders, which is enlarged while sound must not wait for the picture.
///
/// After a seek, a demuxer starts at the keyframe before the target and reads sound and picture in the order of the file.
/// With the usual room, two megabytes, it then waits for the decoder: the sound at the target arrives only when up to ten
/// seconds of picture before it are decoded.
@MediaActor
public final class DecodeRoom {
    /// Ten seconds of stored picture of any film, in bytes.
    static let enlarged: UInt32 = 64 << 20
    private static let bytes = "max-size-bytes"
    private static let buffers = "max-size-buffers"

    private var queues: [Queue] = []

    /// A `multiqueue` with its usual limits.
    private struct Queue {
        var element: Element
        var bytes: UInt32
        var buffers: UInt32
    }

    public init() {}

    /// Enlarges the room in the decoders of a source.
    public func enlarge(_ source: DecodeSource) {
        guard queues.isEmpty else { return }
        for element in source.element.descendants where element.factoryName == "multiqueue" {
            queues.append(Queue(element: element, bytes: element.uint(Self.bytes), buffers: element.uint(Self.buffers)))
            element.set(Self.bytes, uint: Self.enlarged)
            element.set(Self.buffers, uint: 0)
        }
    }

    /// Restores the usual room. What is in the queues already stays there.
    public func restore() {
        for queue in queues {
            queue.element.set(Self.bytes, uint: queue.bytes)
            queue.element.set(Self.buffers, uint: queue.buffers)
        }
        queues = []
    }
}
