internal import CGStreamer
internal import GstWorkarounds

/// The GStreamer library.
public enum Gst {
    /// Loads the registry. Repeated calls are cheap.
    ///
    /// - Throws: ``GstFailure`` if GStreamer cannot start.
    public static func initialize() throws(GstFailure) {
        var error: UnsafeMutablePointer<GError>?
        guard gst_init_check(nil, nil, &error) != 0 else {
            throw GstFailure(message: GstFailure.message(taking: error) ?? "GStreamer could not start")
        }
        gst_pb_utils_init()
        SourceDoor.install()
        PulseCalls.leaveOutWhatIsNotNeeded()
    }

    /// The version, such as `1.22.0`.
    public static var version: String {
        var (major, minor, micro, nano): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
        gst_version(&major, &minor, &micro, &nano)
        return "\(major).\(minor).\(micro)"
    }

    /// Whether the GStreamer that runs is at least of this version.
    public static func isAtLeast(_ major: Int, _ minor: Int, _ micro: Int = 0) -> Bool {
        var found: (major: UInt32, minor: UInt32, micro: UInt32, nano: UInt32) = (0, 0, 0, 0)
        gst_version(&found.major, &found.minor, &found.micro, &found.nano)
        return (Int(found.major), Int(found.minor), Int(found.micro)) >= (major, minor, micro)
    }

    /// Whether an element of this name is installed.
    public static func hasElement(_ name: String) -> Bool {
        guard let factory = gst_element_factory_find(name) else { return false }
        gst_object_unref(UnsafeMutableRawPointer(factory))
        return true
    }

    /// Builds a bin from a `gst-launch` description and releases it.
    ///
    /// - Returns: why this failed; nil if it did not.
    public static func problem(ofBin description: String) -> String? {
        do throws(GstFailure) {
            try initialize()
            gst_object_unref(try Element.parse(description))
            return nil
        } catch {
            return error.message
        }
    }

    /// Starts GStreamer and loads plugins. Missing ones are left out. Takes tens of milliseconds.
    public static func load(_ plugins: [String]) {
        do throws(GstFailure) { try initialize() } catch { return }
        for name in plugins {
            guard let plugin = gst_plugin_load_by_name(name) else { continue }
            gst_object_unref(UnsafeMutableRawPointer(plugin))
        }
    }
}

extension Gst {
    /// The SHA-256 of `bytes` in lower-case hexadecimal digits.
    public static func sha256(_ bytes: [UInt8]) -> String {
        guard let text = g_compute_checksum_for_data(G_CHECKSUM_SHA256, bytes, gsize(bytes.count)) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }
}
