#pragma once
#include <gio/gio.h>
#include <gst/gst.h>
#include <gst/audio/audio.h>
#include <gst/base/gstbasesink.h>
#include <gst/pbutils/pbutils.h>
#include <gst/tag/tag.h>
#include <gst/video/video.h>
#include <gst/video/videooverlay.h>

// Stand-ins for what Swift cannot import: cast macros, variadic functions and GType macros. One line each, no logic.


static inline GstObject *cgst_object(gpointer p) { return (GstObject *)p; }
static inline GstMessageType cgst_message_type(GstMessage *m) { return GST_MESSAGE_TYPE(m); }
static inline GstObject *cgst_message_source(GstMessage *m) { return GST_MESSAGE_SRC(m); }
static inline void cgst_query_remove_video_meta(GstQuery *q) {
    guint index;
    while (gst_query_find_allocation_meta(q, GST_VIDEO_META_API_TYPE, &index)) gst_query_remove_nth_allocation_meta(q, index);
}
static inline GstQueryType cgst_query_type(GstQuery *q) { return GST_QUERY_TYPE(q); }
static inline GstEventType cgst_event_type(GstEvent *e) { return GST_EVENT_TYPE(e); }
static inline guint cgst_event_seqnum(GstEvent *e) { return gst_event_get_seqnum(e); }
static inline GstClockTime cgst_buffer_pts(GstBuffer *b) { return GST_BUFFER_PTS(b); }
static inline GstClockTime cgst_buffer_duration(GstBuffer *b) { return GST_BUFFER_DURATION(b); }
static inline GstBuffer *cgst_buffer_writable(GstBuffer *b) { return gst_buffer_make_writable(b); }
static inline gboolean cgst_is_bin(gpointer p) { return GST_IS_BIN(p); }
static inline GstBin *cgst_bin(gpointer p) { return (GstBin *)p; }
static inline gboolean cgst_is_uri_source(GstElement *e) { return GST_IS_URI_HANDLER(e) && gst_uri_handler_get_uri_type(GST_URI_HANDLER(e)) == GST_URI_SRC; }
static inline GstMiniObject *cgst_mini_object(GstContext *c) { return GST_MINI_OBJECT_CAST(c); }
static inline void cgst_context_unref(GstContext *c) { gst_context_unref(c); }
static inline GstPipeline *cgst_pipeline(gpointer p) { return (GstPipeline *)p; }
static inline GstElement *cgst_element(gpointer p) { return (GstElement *)p; }
static inline const gchar *cgst_factory_name(GstElementFactory *f) { return GST_OBJECT_NAME(f); }
static inline const gchar *cgst_element_factory_name(GstElement *e) {
    GstElementFactory *f = gst_element_get_factory(e);
    return f ? GST_OBJECT_NAME(f) : "";
}
static inline gboolean cgst_has_property(gpointer object, const gchar *name) {
    return g_object_class_find_property(G_OBJECT_GET_CLASS(object), name) != NULL;
}

// g_object_set and g_object_get are variadic.
static inline void cgst_set_bool(gpointer o, const gchar *n, gboolean v) { g_object_set(o, n, v, NULL); }
static inline void cgst_set_int(gpointer o, const gchar *n, gint v) { g_object_set(o, n, v, NULL); }
static inline void cgst_set_uint64(gpointer o, const gchar *n, guint64 v) { g_object_set(o, n, v, NULL); }
static inline void cgst_set_int64(gpointer o, const gchar *n, gint64 v) { g_object_set(o, n, v, NULL); }
static inline void cgst_set_double(gpointer o, const gchar *n, gdouble v) { g_object_set(o, n, v, NULL); }
static inline void cgst_set_string(gpointer o, const gchar *n, const gchar *v) { g_object_set(o, n, v, NULL); }
static inline void cgst_set_pointer(gpointer o, const gchar *n, gpointer v) { g_object_set(o, n, v, NULL); }
static inline void cgst_caps_set_string(GstCaps *c, const gchar *n, const gchar *v) { gst_caps_set_simple(c, n, G_TYPE_STRING, v, NULL); }
static inline void cgst_caps_set_int(GstCaps *c, const gchar *n, gint v) { gst_caps_set_simple(c, n, G_TYPE_INT, v, NULL); }
static inline gboolean cgst_get_bool(gpointer o, const gchar *n) {
    gboolean v = FALSE;
    g_object_get(o, n, &v, NULL);
    return v;
}
static inline guint cgst_get_uint(gpointer o, const gchar *n) {
    guint v = 0;
    g_object_get(o, n, &v, NULL);
    return v;
}
static inline guint64 cgst_get_uint64(gpointer o, const gchar *n) {
    guint64 v = 0;
    g_object_get(o, n, &v, NULL);
    return v;
}
static inline GstSample *cgst_get_sample(gpointer o, const gchar *n) {
    GstSample *v = NULL;
    g_object_get(o, n, &v, NULL);
    return v;
}

// The element that draws into a window, the sink itself or one in the bin; to be given back. NULL where there is none.
static inline GstElement *cgst_video_overlay(gpointer sink) {
    if (GST_IS_VIDEO_OVERLAY(sink)) return GST_ELEMENT(gst_object_ref(sink));
    return GST_IS_BIN(sink) ? gst_bin_get_by_interface(GST_BIN(sink), GST_TYPE_VIDEO_OVERLAY) : NULL;
}
static inline void cgst_redraw(GstElement *overlay) { gst_video_overlay_expose(GST_VIDEO_OVERLAY(overlay)); }
// Drops what nobody reads where it is posted. A pipeline posts dozens of these messages with each change of state, and
// each would wake the loop, which takes one at a time from the bus: while it is busy, they would pile up there.
static inline GstBusSyncReply cgst_drop_unread(GstBus *bus, GstMessage *message, gpointer nothing) {
    switch (GST_MESSAGE_TYPE(message)) {
    case GST_MESSAGE_STATE_CHANGED:
        if (GST_IS_PIPELINE(GST_MESSAGE_SRC(message))) return GST_BUS_PASS;
        break;
    case GST_MESSAGE_STREAM_STATUS:
    case GST_MESSAGE_TAG:
    case GST_MESSAGE_NEW_CLOCK:
    case GST_MESSAGE_STREAM_START:
    case GST_MESSAGE_STREAM_COLLECTION:
    case GST_MESSAGE_STREAMS_SELECTED:
        break;
    default:
        return GST_BUS_PASS;
    }
    gst_message_unref(message);
    return GST_BUS_DROP;
}
// Answers a sink that asks for a window, on its streaming thread: it makes one of its own otherwise.
static inline GstBusSyncReply cgst_give_window(GstBus *bus, GstMessage *message, gpointer window) {
    if (!gst_is_video_overlay_prepare_window_handle_message(message)) return cgst_drop_unread(bus, message, NULL);
    GstVideoOverlay *overlay = GST_VIDEO_OVERLAY(GST_MESSAGE_SRC(message));
    gst_video_overlay_handle_events(overlay, FALSE);
    gst_video_overlay_set_window_handle(overlay, (guintptr)window);
    gst_message_unref(message);
    return GST_BUS_DROP;
}
static inline void cgst_drop_unread_messages(GstBus *bus) { gst_bus_set_sync_handler(bus, cgst_drop_unread, NULL, NULL); }
static inline void cgst_give_windows(GstElement *pipeline, guintptr window) {
    GstBus *bus = gst_element_get_bus(pipeline);
    gst_bus_set_sync_handler(bus, NULL, NULL, NULL);
    gst_bus_set_sync_handler(bus, cgst_give_window, (gpointer)window, NULL);
    gst_object_unref(bus);
}

// What is drawn over frames: BGRA with multiplied alpha, made once and shared.
static inline GstVideoOverlayComposition *cgst_composition_new(void) {
    return gst_video_overlay_composition_new(NULL);
}
static inline void cgst_composition_add(GstVideoOverlayComposition *composition, GstBuffer *pixels, gint x, gint y,
                                        guint width, guint height) {
    gst_buffer_add_video_meta(pixels, GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_OVERLAY_COMPOSITION_FORMAT_RGB, width, height);
    GstVideoOverlayRectangle *rectangle = gst_video_overlay_rectangle_new_raw(
        pixels, x, y, width, height, GST_VIDEO_OVERLAY_FORMAT_FLAG_PREMULTIPLIED_ALPHA);
    gst_video_overlay_composition_add_rectangle(composition, rectangle);
    gst_video_overlay_rectangle_unref(rectangle);
}
static inline GstVideoOverlayComposition *cgst_composition_ref(GstVideoOverlayComposition *c) {
    return gst_video_overlay_composition_ref(c);
}
static inline void cgst_composition_unref(GstVideoOverlayComposition *c) { gst_video_overlay_composition_unref(c); }
static inline void cgst_composition_join(GstVideoOverlayComposition *c, GstVideoOverlayComposition *other) {
    for (guint i = 0; i < gst_video_overlay_composition_n_rectangles(other); i++)
        gst_video_overlay_composition_add_rectangle(c, gst_video_overlay_composition_get_rectangle(other, i));
}

static inline gboolean cgst_factory_is(GstElement *element, const gchar *name) {
    GstElementFactory *factory = gst_element_get_factory(element);
    return factory && g_strcmp0(GST_OBJECT_NAME(factory), name) == 0;
}

// Adds to the caps that an element has in its property.
static inline void cgst_add_caps(gpointer element, const gchar *more) {
    GstCaps *caps = NULL;
    g_object_get(element, "caps", &caps, NULL);
    GstCaps *all = gst_caps_merge(caps ? caps : gst_caps_new_empty(), gst_caps_from_string(more));
    g_object_set(element, "caps", all, NULL);
    gst_caps_unref(all);
}

// A buffer in a field of caps; NULL for anything else.
static inline GstBuffer *cgst_value_buffer(const GValue *value) {
    return GST_VALUE_HOLDS_BUFFER(value) ? gst_value_get_buffer(value) : NULL;
}

// Says which item the pictures behind it belong to.
static inline GstEvent *cgst_item_mark_new(guint64 item) {
    return gst_event_new_custom(GST_EVENT_CUSTOM_DOWNSTREAM, gst_structure_new("mediad-item", "item", G_TYPE_UINT64, item, NULL));
}
static inline gboolean cgst_item_mark(GstEvent *event, guint64 *item) {
    const GstStructure *fields = gst_event_get_structure(event);
    return fields && gst_structure_has_name(fields, "mediad-item") && gst_structure_get_uint64(fields, "item", item);
}

// A frame into a rectangle of another one of the same kind. Two taps: more cost a third more and nobody sees it.
static inline GstVideoConverter *cgst_converter_new(GstVideoInfo *info, gint x, gint y, gint width, gint height,
                                                    gboolean fill) {
    return gst_video_converter_new(
        info, info,
        gst_structure_new("mediad", GST_VIDEO_CONVERTER_OPT_DEST_X, G_TYPE_INT, x, GST_VIDEO_CONVERTER_OPT_DEST_Y, G_TYPE_INT,
                          y, GST_VIDEO_CONVERTER_OPT_DEST_WIDTH, G_TYPE_INT, width, GST_VIDEO_CONVERTER_OPT_DEST_HEIGHT,
                          G_TYPE_INT, height, GST_VIDEO_CONVERTER_OPT_RESAMPLER_METHOD, GST_TYPE_VIDEO_RESAMPLER_METHOD,
                          GST_VIDEO_RESAMPLER_METHOD_LINEAR, GST_VIDEO_CONVERTER_OPT_RESAMPLER_TAPS, G_TYPE_UINT, 2, GST_VIDEO_CONVERTER_OPT_FILL_BORDER, G_TYPE_BOOLEAN, fill, NULL));
}
static inline GstFlowReturn cgst_pool_acquire(GstBufferPool *pool, GstBuffer **buffer) {
    return gst_buffer_pool_acquire_buffer(pool, buffer, NULL);
}
static inline GstBufferPool *cgst_pool_new(GstCaps *caps, GstVideoInfo *info) {
    GstBufferPool *pool = gst_video_buffer_pool_new();
    GstStructure *config = gst_buffer_pool_get_config(pool);
    gst_buffer_pool_config_set_params(config, caps, (guint)info->size, 0, 0);
    gst_buffer_pool_set_config(pool, config);
    gst_buffer_pool_set_active(pool, TRUE);
    return pool;
}
static inline gboolean cgst_is_in_system_memory(GstCaps *caps) {
    return gst_caps_features_is_equal(gst_caps_get_features(caps, 0), GST_CAPS_FEATURES_MEMORY_SYSTEM_MEMORY);
}
static inline guint cgst_buffer_mark(GstBuffer *b, GQuark q) {
    return GPOINTER_TO_UINT(gst_mini_object_get_qdata(GST_MINI_OBJECT_CAST(b), q));
}
static inline void cgst_buffer_set_mark(GstBuffer *b, GQuark q, guint v) {
    gst_mini_object_set_qdata(GST_MINI_OBJECT_CAST(b), q, GUINT_TO_POINTER(v), NULL);
}
static inline void cgst_copy_times(GstBuffer *to, GstBuffer *from) {
    gst_buffer_copy_into(to, from, GST_BUFFER_COPY_FLAGS | GST_BUFFER_COPY_TIMESTAMPS, 0, -1);
}
static inline GstMapFlags cgst_map_flags(gboolean write) {
    return (GstMapFlags)((write ? GST_MAP_WRITE : GST_MAP_READ) | GST_VIDEO_FRAME_MAP_FLAG_NO_REF);
}

static inline GType cgst_type_string(void) { return G_TYPE_STRING; }

// Probe info's data field is a macro cast of a union member.
static inline GstEvent *cgst_probe_event(GstPadProbeInfo *i) { return GST_PAD_PROBE_INFO_EVENT(i); }
static inline GstQuery *cgst_probe_query(GstPadProbeInfo *i) { return GST_PAD_PROBE_INFO_QUERY(i); }
static inline GstBuffer *cgst_probe_buffer(GstPadProbeInfo *i) { return GST_PAD_PROBE_INFO_BUFFER(i); }
static inline gboolean cgst_probe_query_is_serialized(GstPadProbeInfo *i) {
    return GST_QUERY_IS_SERIALIZED(GST_PAD_PROBE_INFO_QUERY(i));
}
static inline void cgst_probe_set_event(GstPadProbeInfo *i, GstEvent *e) { GST_PAD_PROBE_INFO_DATA(i) = e; }
static inline void cgst_probe_set_buffer(GstPadProbeInfo *i, GstBuffer *b) { GST_PAD_PROBE_INFO_DATA(i) = b; }
static inline int cgst_pad_is_flushing(GstPad *p) { return GST_PAD_IS_FLUSHING(p); }
static inline GstPadProbeType cgst_probe_type(GstPadProbeInfo *i) { return GST_PAD_PROBE_INFO_TYPE(i); }

static inline GstBuffer *cgst_buffer_at(GstBuffer *b, GstClockTime pts, GstClockTime dts, GstClockTime duration) {
    GstBuffer *copy = gst_buffer_copy(b);
    GST_BUFFER_PTS(copy) = pts;
    GST_BUFFER_DTS(copy) = dts;
    GST_BUFFER_DURATION(copy) = duration;
    return copy;
}
// What goes into the head of a file.
static inline gboolean cgst_merge_tags(gpointer element, GstTagList *tags, gboolean replace) {
    if (!GST_IS_TAG_SETTER(element)) return FALSE;
    gst_tag_setter_merge_tags(GST_TAG_SETTER(element), tags, replace ? GST_TAG_MERGE_REPLACE : GST_TAG_MERGE_APPEND);
    return TRUE;
}
static inline void cgst_toc_unref(GstToc *toc) { gst_toc_unref(toc); }
static inline gboolean cgst_set_toc(gpointer element, GstToc *toc) {
    if (!GST_IS_TOC_SETTER(element)) return FALSE;
    gst_toc_setter_set_toc(GST_TOC_SETTER(element), toc);
    return TRUE;
}
static inline gboolean cgst_is_latency_query(GstQuery *q) { return GST_QUERY_TYPE(q) == GST_QUERY_LATENCY; }
// A stream's headers: an array of buffers in its caps.
static inline void cgst_mark_header(GstBuffer *b) { GST_BUFFER_FLAG_SET(b, GST_BUFFER_FLAG_HEADER); }
static inline guint cgst_header_count(GstCaps *caps) {
    const GValue *v = gst_structure_get_value(gst_caps_get_structure(caps, 0), "streamheader");
    return v && GST_VALUE_HOLDS_ARRAY(v) ? gst_value_array_get_size(v) : 0;
}
static inline GstBuffer *cgst_header(GstCaps *caps, guint i) {
    const GValue *v = gst_structure_get_value(gst_caps_get_structure(caps, 0), "streamheader");
    return gst_value_get_buffer(gst_value_array_get_value(v, i));
}
static inline void cgst_set_headers(GstCaps *caps, GstBuffer **headers, guint n) {
    GValue array = G_VALUE_INIT;
    g_value_init(&array, GST_TYPE_ARRAY);
    for (guint i = 0; i < n; i++) {
        GValue v = G_VALUE_INIT;
        g_value_init(&v, GST_TYPE_BUFFER);
        gst_value_set_buffer(&v, headers[i]);
        gst_value_array_append_and_take_value(&array, &v);
    }
    gst_structure_take_value(gst_caps_get_structure(caps, 0), "streamheader", &array);
}
static inline void cgst_add_text_tag(GstTagList *tags, const gchar *name, const gchar *value) {
    gst_tag_list_add(tags, GST_TAG_MERGE_APPEND, name, value, NULL);
}
static inline void cgst_add_sample_tag(GstTagList *tags, const gchar *name, GstSample *value) {
    gst_tag_list_add(tags, GST_TAG_MERGE_APPEND, name, value, NULL);
}
static inline void cgst_buffer_set_times(GstBuffer *b, GstClockTime pts, GstClockTime duration) {
    GST_BUFFER_PTS(b) = pts;
    GST_BUFFER_DURATION(b) = duration;
}
static inline gboolean cgst_buffer_is_clipped(GstBuffer *b) { return gst_buffer_get_audio_clipping_meta(b) != NULL; }
static inline gboolean cgst_caps_event_is_layer3(GstEvent *event) {
    GstCaps *caps = NULL;
    gint version = 0, layer = 0;
    gst_event_parse_caps(event, &caps);
    if (!caps || gst_caps_is_empty(caps) || gst_caps_is_any(caps)) return FALSE;
    GstStructure *s = gst_caps_get_structure(caps, 0);
    return gst_structure_has_name(s, "audio/mpeg") && gst_structure_get_int(s, "mpegversion", &version) && version == 1
        && gst_structure_get_int(s, "layer", &layer) && layer == 3;
}
// The samples a second of AAC, of its core where it has an extension; 0 for everything else.
static inline gint cgst_caps_event_aac_rate(GstEvent *event) {
    GstCaps *caps = NULL;
    gint version = 0, rate = 0;
    gst_event_parse_caps(event, &caps);
    if (!caps || gst_caps_is_empty(caps) || gst_caps_is_any(caps)) return 0;
    GstStructure *s = gst_caps_get_structure(caps, 0);
    return gst_structure_has_name(s, "audio/mpeg") && gst_structure_get_int(s, "mpegversion", &version)
        && (version == 2 || version == 4) && gst_structure_get_int(s, "rate", &rate) && rate > 0 ? rate : 0;
}
static inline void cgst_buffer_earlier(GstBuffer *b, GstClockTime by) {
    if (GST_BUFFER_PTS_IS_VALID(b)) GST_BUFFER_PTS(b) -= MIN(by, GST_BUFFER_PTS(b));
    if (GST_BUFFER_DTS_IS_VALID(b)) GST_BUFFER_DTS(b) -= MIN(by, GST_BUFFER_DTS(b));
}
static inline gboolean cgst_buffer_is_discont(GstBuffer *b) { return GST_BUFFER_FLAG_IS_SET(b, GST_BUFFER_FLAG_DISCONT); }
static inline GstClockTime cgst_buffer_dts(GstBuffer *b) { return GST_BUFFER_DTS(b); }
static inline gboolean cgst_buffer_is_delta(GstBuffer *b) {
    return GST_BUFFER_FLAG_IS_SET(b, GST_BUFFER_FLAG_DELTA_UNIT);
}
static inline gboolean cgst_buffer_is_header(GstBuffer *b) { return GST_BUFFER_FLAG_IS_SET(b, GST_BUFFER_FLAG_HEADER); }

static inline guint64 cgst_clock_time_none(void) { return GST_CLOCK_TIME_NONE; }

// Encoding targets: GType checks and flags that are macros.
static inline void cgst_free_objects(GList *list) { g_list_free_full(list, g_object_unref); }
static inline GstElementFactoryListType cgst_encoder_type(void) { return GST_ELEMENT_FACTORY_TYPE_ENCODER; }
static inline GstElementFactoryListType cgst_muxer_type(void) { return GST_ELEMENT_FACTORY_TYPE_MUXER; }
static inline gboolean cgst_is_container_profile(GstEncodingProfile *p) { return GST_IS_ENCODING_CONTAINER_PROFILE(p); }
static inline gboolean cgst_is_video_profile(GstEncodingProfile *p) { return GST_IS_ENCODING_VIDEO_PROFILE(p); }
static inline gboolean cgst_is_audio_profile(GstEncodingProfile *p) { return GST_IS_ENCODING_AUDIO_PROFILE(p); }

// Devices of sound. What a sink of the same server takes for its device; to be freed, NULL where nobody knows.
static inline gchar *cgst_get_string(gpointer object, const gchar *name) {
    gchar *text = NULL;
    g_object_get(object, name, &text, NULL);
    return text;
}
static inline gchar *cgst_device_id(GstDevice *device) {
    if (g_object_class_find_property(G_OBJECT_GET_CLASS(device), "internal-name"))
        return cgst_get_string(device, "internal-name");
    GstStructure *properties = gst_device_get_properties(device);
    if (properties) {
        gchar *name = g_strdup(gst_structure_get_string(properties, "node.name"));
        gst_structure_free(properties);
        if (name) return name;
    }
    GstElement *element = gst_device_create_element(device, NULL);
    if (!element) return NULL;
    gst_object_ref_sink(element);
    GParamSpec *spec = g_object_class_find_property(G_OBJECT_GET_CLASS(element), "device");
    gchar *name = spec && spec->value_type == G_TYPE_STRING ? cgst_get_string(element, "device") : NULL;
    gst_object_unref(element);
    return name;
}
