internal import CGStreamer
internal import Synchronization

/// Sets the type of a DASH manifest from a server, so that it is not guessed.
///
/// GStreamer 1.22 detects many manifests, especially live ones, as other XML. A URI that ends in `.mpd` is assumed to
/// be a manifest.
final class DescriptionType: Sendable {
    private let isSaid = Atomic<Bool>(false)

    /// Returns nil if the URI has another extension.
    init?(uri: String) {
        let path = uri.prefix { $0 != "?" && $0 != "#" }
        guard path.lowercased().hasPrefix("http"), path.lowercased().hasSuffix(".mpd") else { return nil }
    }

    /// Sets the type on the first typefind element. Later ones examine segments of the stream.
    func attach(to element: UnsafeMutablePointer<GstElement>) {
        guard cgst_has_property(element, "force-caps") != 0, !isSaid.exchange(true, ordering: .relaxed) else { return }
        let caps = gst_caps_from_string("application/dash+xml")
        cgst_set_pointer(element, "force-caps", UnsafeMutableRawPointer(caps))
        if let caps { gst_caps_unref(caps) }
    }
}
