internal import CGStreamer
internal import Synchronization

/// Says what a DASH description of a server is, before anybody guesses.
///
/// GStreamer 1.22 takes many of them for other XML, live ones above all. An address that ends in `.mpd` is taken at its word.
final class DescriptionType: Sendable {
    private let isSaid = Atomic<Bool>(false)

    /// Nil for what is called otherwise.
    init?(uri: String) {
        let path = uri.prefix { $0 != "?" && $0 != "#" }
        guard path.lowercased().hasPrefix("http"), path.lowercased().hasSuffix(".mpd") else { return nil }
    }

    /// Takes the guess from the first element that is to make one; later ones look at pieces of the stream.
    func attach(to element: UnsafeMutablePointer<GstElement>) {
        guard cgst_has_property(element, "force-caps") != 0, !isSaid.exchange(true, ordering: .relaxed) else { return }
        let caps = gst_caps_from_string("application/dash+xml")
        cgst_set_pointer(element, "force-caps", UnsafeMutableRawPointer(caps))
        if let caps { gst_caps_unref(caps) }
    }
}
