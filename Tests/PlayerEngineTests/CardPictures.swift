import Foundation
import GLibLoop
import Gst
import PlayerCore

@testable import PlayerEngine
@testable import ScreenUI

/// Frames that went through the video chain, with patches over them and the picture made smaller.
enum CardPictures {
    /// - Parameters:
    ///   - prefix: what feeds the chain, `gst-launch` text.
    ///   - sink: of frames, into `location`.
    ///   - count: how many frames, 25 a second; they follow each other in what is returned.
    ///   - moves: whether the picture moves to its place from the first frame on.
    @MediaActor
    static func frame(
        _ shape: FrameShape, format: String = "I420", pattern: String = "smpte", patches: [PicturePatch],
        place: PictureShrinker.Place? = nil, around: [PicturePatch] = [], choice: String = "test",
        count: Int = 1, moves: Bool = false
    ) async throws -> [UInt8] {
        try Gst.initialize()
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("mediad-card-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let sink = try Element.bin(
            describedBy: "videoconvert ! video/x-raw,format=BGRx ! filesink sync=false location=\(file.path)")
        let chain = try OutputChain(
            kind: .video, choice: SinkFallbacks.Choice(name: choice, description: ""), sink: sink)
        let caps =
            "video/x-raw,format=\(format),width=\(shape.width),height=\(shape.height),framerate=25/1,"
            + "pixel-aspect-ratio=\(shape.pixelWidth)/\(shape.pixelHeight)"
        let source = try Element.bin(
            describedBy: "videotestsrc pattern=\(pattern) num-buffers=\(count) ! capsfilter caps=\(caps)")
        chain.overlay?.show(PictureDrawing(patches), on: shape)
        chain.shrinker?.shrink(to: place, among: around, on: shape, moves: moves)
        let pipeline = Element.pipeline(name: "cards")
        pipeline.add(source, chain.bin)
        try source.pad("src")?.link(to: chain.entryPad)
        let (ended, end) = AsyncStream<String>.makeStream()
        let watch = BusWatch(pipeline) { message in
            switch message.content {
            case .endOfStream: end.yield("")
            case .error(let error): end.yield(error.message)
            default: break
            }
        }
        pipeline.setState(.playing)
        for await message in ended {
            if !message.isEmpty { throw GstFailure(message: message) }
            break
        }
        pipeline.setState(.null)
        withExtendedLifetime(watch) {}
        return Array(try Data(contentsOf: file))
    }

    static func patches(
        _ drawing: CardDrawing, on canvas: CardCanvas, pictures: [String: CardPicture]
    ) -> [PicturePatch] {
        let painter = CardPainter()
        return painter.patches(
            painter.layout(drawing, on: canvas), light: drawing.light, on: canvas, pictures: pictures)
    }

    static func patches(
        _ cards: [Card], _ shape: FrameShape, window: (width: Int, height: Int)? = nil,
        pictures: [String: CardPicture] = [:], light: CardLight? = nil
    ) -> [PicturePatch] {
        patches(CardDrawing(cards, light: light), on: CardCanvas(shape, window: window), pictures: pictures)
    }
}
