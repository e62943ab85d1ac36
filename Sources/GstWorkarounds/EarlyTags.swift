package import CGStreamer
internal import GstElements
internal import Synchronization

extension Workaround {
    static let earlyTags = Workaround("titles before a tag", in: .gstreamer)
}

/// Sends the tags again that came before a reader of tags (`id3demux`) had looked at its data.
///
/// - Component: `GstTagDemux` of GStreamer (`gst_tag_demux_sink_event`).
/// - Versions: seen with 1.22.0.
/// - Upstream: none found.
/// - Without it: the element keeps events until it knows what is behind the tag, and sends them to a pad that is not linked yet,
///   followed by the tag. A pad keeps only the last tags that were not delivered. A station whose stream begins with an ID3
///   tag loses its first title, if that comes in the first kilobytes, and shows no song until the next one begins.
/// - Test: `EarlyTagsTests`
package final class EarlyTags: Sendable {
    /// `@unchecked`: the list is reached only under the lock, and leaves it once, with the only reference.
    private struct State: @unchecked Sendable {
        /// What came so far, merged.
        var tags: UnsafeMutablePointer<GstTagList>?
        /// Whether data has left.
        var isOver = false
    }

    private let state = Mutex(State())

    private init() {}

    deinit { if let tags = state.withLock({ $0 }).tags { gst_tag_list_unref(tags) } }

    /// Watches the pads of a reader of ID3 tags; does nothing to other elements.
    package static func attach(to element: UnsafeMutablePointer<GstElement>) {
        guard cgst_factory_is(element, "id3demux") != 0, Workaround.earlyTags.isOn else { return }
        let early = EarlyTags()
        element.withPad("sink") { pad in
            pad.observe(.events) { passing in
                if let event = passing.event, cgst_event_type(event) == GST_EVENT_TAG { early.keep(event) }
            }
        }
        element.withPad("src") { pad in
            pad.filter(.buffers) { passing in
                early.send(over: passing.pad)
                return .passAndEnd
            }
        }
    }

    private func keep(_ event: UnsafeMutablePointer<GstEvent>) {
        var list: UnsafeMutablePointer<GstTagList>?
        gst_event_parse_tag(event, &list)
        guard let list, gst_tag_list_get_scope(list) == GST_TAG_SCOPE_STREAM else { return }
        state.withLock { state in
            guard !state.isOver else { return }
            // The newer ones count.
            let merged = gst_tag_list_merge(state.tags, list, GST_TAG_MERGE_REPLACE)
            if let old = state.tags { gst_tag_list_unref(old) }
            state.tags = merged
        }
    }

    private func send(over pad: UnsafeMutablePointer<GstPad>) {
        let kept = state.withLock { state in
            defer { state = State(tags: nil, isOver: true) }
            return state
        }
        guard let tags = kept.tags else { return }
        gst_pad_push_event(pad, gst_event_new_tag(tags))
    }
}
