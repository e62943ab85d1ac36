internal import Gst
internal import MediaProbe
internal import Synchronization

/// The packets of a picture track so far, selected or not: another selection requires no seek.
///
/// Streaming threads add packets, and the drawing thread reads them.
final class EmbeddedPictures: DrawnSubtitles {
    /// The maximum number of packets and bytes of a track; beyond it, the packets farthest from the newest are dropped.
    static let mostPackets = 20_000
    static let mostBytes = 32 << 20
    /// How many packets before the shown one are decoded at most, which build upon each other.
    static let longestChain = 256
    /// The length of a picture whose end is unknown because of a seek, in nanoseconds.
    private static let usualDuration: Int64 = 5_000_000_000

    private struct Packet {
        var start: Int64
        var bytes: [UInt8]
        var isEntry: Bool
        /// The start of the next packet; nil if it has not arrived.
        var end: Int64?
    }

    /// What is drawn now.
    private struct Shown {
        var start: Int64
        var size: Int
        var picture: SubtitlePicture?
        var canvas: SubtitleCanvas?
        var drawing: PictureDrawing?
    }

    private struct State {
        /// By start.
        var packets: [Packet] = []
        var bytes = 0
        var palette: [UInt32] = []
        /// The size of the plane for VobSub, in pixels.
        var plane: (width: Int, height: Int)
        /// The start of the last packet that arrived; nil after a seek.
        var last: Int64?
        var shown: Shown?
    }

    let format: SubtitlePictureFormat
    private let state: Mutex<State>

    /// - Parameter plane: the size of the plane for VobSub until its header tells it, in pixels.
    init(_ format: SubtitlePictureFormat, plane: (width: Int, height: Int) = (720, 576)) {
        self.format = format
        state = Mutex(State(plane: plane))
    }

    /// The format of a stream's media type; nil for other streams.
    static func format(_ mediaType: String) -> SubtitlePictureFormat? {
        switch mediaType {
        case "subpicture/x-pgs": .pgs
        case "subpicture/x-dvd": .vobSub
        case "subpicture/x-dvb": .dvb
        default: nil
        }
    }

    // MARK: Packets

    /// Takes the size of the plane that the header of the track tells, in pixels.
    func take(plane: (width: Int, height: Int)) {
        state.withLock { state in
            guard state.plane != plane else { return }
            (state.plane, state.shown) = (plane, nil)
        }
    }

    func take(_ event: SubtitlePictureTap.Event) {
        switch event {
        case .begun: state.withLock { $0.last = nil }
        case .palette(let palette):
            state.withLock { state in
                guard state.palette != palette else { return }
                (state.palette, state.shown) = (palette, nil)
            }
        case .packet(let packet): add(packet)
        }
    }

    private func add(_ packet: SubtitlePictureTap.Packet) {
        let place = SubtitlePictureDecoder.place(of: packet.bytes, format)
        state.withLock { state in
            guard place != .continuation else { return Self.extend(&state, packet.bytes) }
            if let last = state.last, let index = Self.index(state.packets, at: last), last < packet.start {
                state.packets[index].end = packet.start
            }
            state.last = packet.start
            let new = Packet(start: packet.start, bytes: packet.bytes, isEntry: place == .entry, end: nil)
            if let index = Self.index(state.packets, at: packet.start), state.packets[index].start == packet.start {
                // It arrives again after a seek.
                state.bytes += packet.bytes.count - state.packets[index].bytes.count
                let end = state.packets[index].end
                state.packets[index] = new
                state.packets[index].end = end
            } else {
                let index = (Self.index(state.packets, at: packet.start) ?? -1) + 1
                state.packets.insert(new, at: index)
                state.bytes += packet.bytes.count
            }
            Self.shrink(&state, around: packet.start)
        }
    }

    /// Adds a later part of the last packet.
    private static func extend(_ state: inout State, _ bytes: [UInt8]) {
        guard let last = state.last, let index = index(state.packets, at: last), state.bytes + bytes.count <= mostBytes
        else { return }
        state.packets[index].bytes += bytes
        state.bytes += bytes.count
    }

    private static func shrink(_ state: inout State, around start: Int64) {
        while state.packets.count > 1, state.packets.count > mostPackets || state.bytes > mostBytes {
            let (first, last) = (state.packets[0], state.packets[state.packets.count - 1])
            let isFirst = start - first.start > last.start - start
            state.bytes -= isFirst ? first.bytes.count : last.bytes.count
            if isFirst { state.packets.removeFirst() } else { state.packets.removeLast() }
        }
    }

    /// The index of the last packet that begins at or before a time.
    private static func index(_ packets: [Packet], at time: Int64) -> Int? {
        var (low, high) = (0, packets.count)
        while low < high {
            let middle = (low + high) / 2
            if packets[middle].start <= time { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }

    // MARK: Drawing

    func drawing(atMilliseconds time: Int64, on canvas: SubtitleCanvas) -> PictureDrawing? {
        let time = time * 1_000_000 + 999_999
        return state.withLock { state in
            guard let index = Self.index(state.packets, at: time) else { return nil }
            let packet = state.packets[index]
            if state.shown?.start != packet.start || state.shown?.size != packet.bytes.count {
                state.shown = Shown(
                    start: packet.start, size: packet.bytes.count, picture: picture(state, at: index))
            }
            guard let picture = state.shown?.picture, isShown(picture, packet, at: time, last: state.last) else {
                return nil
            }
            if state.shown?.canvas != canvas {
                let fit = PictureFit(picture, on: canvas)
                let patches = picture.parts.compactMap(fit.patch)
                state.shown?.canvas = canvas
                state.shown?.drawing = patches.isEmpty ? nil : PictureDrawing(patches)
            }
            return state.shown?.drawing
        }
    }

    /// Decodes a packet after those that it builds upon.
    private func picture(_ state: State, at index: Int) -> SubtitlePicture? {
        var first = index
        while first > 0, !state.packets[first].isEntry, index - first < Self.longestChain { first -= 1 }
        var decoder = SubtitlePictureDecoder(format, palette: state.palette, plane: state.plane)
        for packet in state.packets[first...index] { decoder.take(packet.bytes) }
        return decoder.picture
    }

    private func isShown(_ picture: SubtitlePicture, _ packet: Packet, at time: Int64, last: Int64?) -> Bool {
        let start = packet.start + picture.delay
        guard time >= start else { return false }
        if let end = packet.end, time >= end { return false }
        if let duration = picture.duration { return time - start < duration }
        return packet.end != nil || last == packet.start || time - start < Self.usualDuration
    }
}
