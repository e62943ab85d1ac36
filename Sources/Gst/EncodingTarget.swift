internal import CGStreamer
public import GLibLoop

/// GStreamer's encoding targets: files that describe what a device or a service supports.
@MediaActor
public enum EncodingTarget {
    /// The file extension of a target, or of `target/profile`; empty if the profile has none, nil if there is no such
    /// target. Reads files; callable on any thread.
    public nonisolated static func ending(of name: String) -> String? {
        let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
        guard let target = parts.first else { return nil }
        guard let profile = gst_encoding_profile_find(target, parts.count > 1 ? parts[1] : nil, nil) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(profile)) }
        return gst_encoding_profile_get_file_extension(profile).map { String(cString: $0) } ?? ""
    }

    /// - Returns: the names of targets that suit the item and whose elements are installed.
    public static func usable(hasVideo: Bool, hasAudio: Bool) -> [String] {
        let targets = gst_encoding_list_all_targets(nil)
        defer { cgst_free_objects(targets) }
        let encoders = gst_element_factory_list_get_elements(
            cgst_encoder_type(), GST_RANK_NONE)
        let muxers = gst_element_factory_list_get_elements(cgst_muxer_type(), GST_RANK_NONE)
        defer {
            gst_plugin_feature_list_free(encoders)
            gst_plugin_feature_list_free(muxers)
        }
        var names: [String] = []
        var node = targets
        while let current = node {
            node = current.pointee.next
            guard let target = OpaquePointer(current.pointee.data), let name = gst_encoding_target_get_name(target)
            else { continue }
            let text = String(cString: name)
            // Only targets that can be found by their names alone.
            guard let profile = gst_encoding_profile_find(text, nil, nil) else { continue }
            defer { g_object_unref(UnsafeMutableRawPointer(profile)) }
            if isUsable(profile, hasVideo: hasVideo, hasAudio: hasAudio, encoders, muxers) { names.append(text) }
        }
        return names
    }

    private static func isUsable(
        _ profile: OpaquePointer, hasVideo: Bool, hasAudio: Bool, _ encoders: UnsafeMutablePointer<GList>?,
        _ muxers: UnsafeMutablePointer<GList>?
    ) -> Bool {
        guard cgst_is_container_profile(profile) != 0, has(profile, muxers) else { return false }
        var (video, audio) = (false, false)
        var node = gst_encoding_container_profile_get_profiles(profile)
        while let current = node {
            node = UnsafePointer(current.pointee.next)
            guard let part = OpaquePointer(current.pointee.data) else { continue }
            guard has(part, encoders) else { continue }
            if cgst_is_video_profile(part) != 0 {
                video = true
            } else if cgst_is_audio_profile(part) != 0 {
                audio = true
            }
        }
        return (!hasVideo || video) && (!hasAudio || audio)
    }

    /// Whether one of the elements produces the profile's format.
    private static func has(_ profile: OpaquePointer, _ elements: UnsafeMutablePointer<GList>?) -> Bool {
        guard let format = gst_encoding_profile_get_format(profile) else { return false }
        defer { gst_caps_unref(format) }
        let found = gst_element_factory_list_filter(elements, format, GST_PAD_SRC, 0)
        defer { gst_plugin_feature_list_free(found) }
        return found != nil
    }
}
