internal import CGStreamer

/// GStreamer's encoding targets: files that describe what a device or a service supports.
///
/// The files are read once, by the first call, which therefore blocks. GStreamer (1.22) never releases all of a target:
/// each look at the files would cost 4 KB.
public enum EncodingTarget {
    /// What is known of a target that can be found by its name alone.
    private struct Summary {
        var name: String
        /// Whether elements for its container are installed.
        var hasMuxer = false
        /// Whether encoders for its picture and its sound are installed.
        var hasVideo = false
        var hasAudio = false
    }

    /// The targets, and the file extensions by `target` and `target/profile`.
    private struct Catalog {
        var targets: [Summary] = []
        var endings: [String: String] = [:]
    }

    private static let catalog = read()

    /// The file extension of a target, or of `target/profile`; empty if the profile has none, nil if there is no such
    /// target.
    public static func ending(of name: String) -> String? { catalog.endings[name] }

    /// - Returns: the names of targets that suit the item and whose elements are installed.
    public static func usable(hasVideo: Bool, hasAudio: Bool) -> [String] {
        catalog.targets.filter { $0.hasMuxer && (!hasVideo || $0.hasVideo) && (!hasAudio || $0.hasAudio) }.map(\.name)
    }

    private static func read() -> Catalog {
        let targets = gst_encoding_list_all_targets(nil)
        defer { cgst_free_objects(targets) }
        let encoders = gst_element_factory_list_get_elements(cgst_encoder_type(), GST_RANK_NONE)
        let muxers = gst_element_factory_list_get_elements(cgst_muxer_type(), GST_RANK_NONE)
        defer {
            gst_plugin_feature_list_free(encoders)
            gst_plugin_feature_list_free(muxers)
        }
        var catalog = Catalog()
        forEach(targets) { target in
            guard let name = gst_encoding_target_get_name(target).map({ String(cString: $0) }),
                // Only targets that can be found by their names alone.
                let profile = gst_encoding_profile_find(name, nil, nil)
            else { return }
            defer { g_object_unref(UnsafeMutableRawPointer(profile)) }
            catalog.targets.append(summary(of: profile, name, encoders, muxers))
            catalog.endings[name] = ending(profile)
            forEach(gst_encoding_target_get_profiles(target)) { profile in
                guard let part = gst_encoding_profile_get_name(profile) else { return }
                catalog.endings["\(name)/\(String(cString: part))"] = ending(profile)
            }
        }
        return catalog
    }

    private static func ending(_ profile: OpaquePointer) -> String {
        gst_encoding_profile_get_file_extension(profile).map { String(cString: $0) } ?? ""
    }

    private static func summary(
        of profile: OpaquePointer, _ name: String, _ encoders: UnsafeMutablePointer<GList>?,
        _ muxers: UnsafeMutablePointer<GList>?
    ) -> Summary {
        var summary = Summary(name: name)
        summary.hasMuxer = cgst_is_container_profile(profile) != 0 && has(profile, muxers)
        guard summary.hasMuxer else { return summary }
        forEach(gst_encoding_container_profile_get_profiles(profile)) { part in
            guard has(part, encoders) else { return }
            if cgst_is_video_profile(part) != 0 {
                summary.hasVideo = true
            } else if cgst_is_audio_profile(part) != 0 {
                summary.hasAudio = true
            }
        }
        return summary
    }

    /// Whether one of the elements produces the profile's format.
    private static func has(_ profile: OpaquePointer, _ elements: UnsafeMutablePointer<GList>?) -> Bool {
        guard let format = gst_encoding_profile_get_format(profile) else { return false }
        defer { gst_caps_unref(format) }
        let found = gst_element_factory_list_filter(elements, format, GST_PAD_SRC, 0)
        defer { gst_plugin_feature_list_free(found) }
        return found != nil
    }

    private static func forEach(_ list: UnsafePointer<GList>?, _ body: (OpaquePointer) -> Void) {
        var node = list
        while let current = node {
            node = UnsafePointer(current.pointee.next)
            if let object = OpaquePointer(current.pointee.data) { body(object) }
        }
    }
}
