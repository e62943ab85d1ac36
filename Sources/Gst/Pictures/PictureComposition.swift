internal import CGStreamer

/// Pixels that are drawn over a part of video frames.
public struct PicturePatch: Hashable, Sendable {
    /// The position in the frame.
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int
    /// BGRA in native byte order, premultiplied by alpha, in rows without padding.
    public var pixels: PicturePixels

    public init(x: Int, y: Int, width: Int, height: Int, pixels: PicturePixels) {
        (self.x, self.y, self.width, self.height, self.pixels) = (x, y, width, height, pixels)
    }

    public init(x: Int, y: Int, width: Int, height: Int, pixels: [UInt8]) {
        self.init(x: x, y: y, width: width, height: height, pixels: PicturePixels(pixels))
    }
}

/// Patches that are drawn together. The same object stands for the same picture.
public final class PictureDrawing: Sendable {
    public let patches: [PicturePatch]
    let composition: PictureComposition?

    public init(_ patches: [PicturePatch]) {
        self.patches = patches
        composition = PictureComposition(patches)
    }
}

/// Patches in the form that GStreamer draws. `@unchecked` because a composition is immutable and its count is atomic.
final class PictureComposition: @unchecked Sendable {
    private let pointer: OpaquePointer

    /// Returns nil if there are no patches.
    init?(_ patches: [PicturePatch]) {
        guard !patches.isEmpty, let pointer = cgst_composition_new() else { return nil }
        self.pointer = pointer
        for patch in patches {
            let size = gsize(patch.pixels.count)
            guard
                let buffer = gst_buffer_new_wrapped_full(
                    GST_MEMORY_FLAG_READONLY, patch.pixels.bytes.baseAddress, size, 0, size,
                    Unmanaged.passRetained(patch.pixels).toOpaque(), releaseContext)
            else { continue }
            cgst_composition_add(
                pointer, buffer, gint(clamping: patch.x), gint(clamping: patch.y), guint(clamping: patch.width),
                guint(clamping: patch.height))
            gst_buffer_unref(buffer)
        }
    }

    /// Combines two compositions; nil if there are none.
    init?(_ lower: PictureComposition?, _ upper: PictureComposition?) {
        guard lower != nil || upper != nil, let pointer = cgst_composition_new() else { return nil }
        self.pointer = pointer
        for part in [lower, upper] { if let part { cgst_composition_join(pointer, part.pointer) } }
    }

    deinit { cgst_composition_unref(pointer) }

    /// A reference that the caller must release.
    func reference() -> gpointer? { gpointer(cgst_composition_ref(pointer)) }

    func blend(onto frame: inout GstVideoFrame) { gst_video_overlay_composition_blend(pointer, &frame) }
}
