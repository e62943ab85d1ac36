#define _GNU_SOURCE
#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// Passes on the reports of a PulseAudio sink from a thread that holds no lock.
//
// - Component: `GstAudioBaseSink` of GStreamer (`gst_audio_base_sink_sync_latency`) with `pulsesink`.
// - Versions: seen with 1.22.0; 1.29.2 starts the ring buffer with the sink locked, too.
// - Upstream: none found; docs/upstream/audiobasesink-lock.md.
// - Without it: a pulsesink reports that its server has gone from wherever it notices, also while GstAudioBaseSink starts its ring
//   buffer with the sink locked. The report contains the path of the sink, for which the same thread locks the sink again: it
//   waits for itself, and so does everybody who needs the sink.
// - Test: `SinkReportTests`
//
// No narrower place was found. The path is written before there is a message: a sync handler of the bus, and an override of
// post_message in a subclass of the sink, come too late. The lock is the object's plain mutex, which a subclass cannot make
// recursive either. Only the plugin's own import of the function could be changed instead, in memory that the loader protects from
// writing. So the function is replaced for all plugins, and passes on at once what does not come from a pulsesink.

// GObject, which every program with a GStreamer plugin has; this module has no headers of it.
const char *g_type_name_from_instance(void *instance);
void *g_object_ref(void *object);
void g_object_unref(void *object);

typedef void post_message(void *element, int type, unsigned domain, int code, char *text, char *debug,
                          const char *file, const char *function, int line);

// The arguments of a call. The texts belong to it, and the other strings are the plugin's constants.
typedef struct report {
    post_message *real;
    void *element;
    int type;
    unsigned domain;
    int code;
    char *text;
    char *debug;
    const char *file;
    const char *function;
    int line;
    struct report *next;
} report;

// Reports that wait, in order. One thread passes them on, and is there only while there are any.
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static report *first, **end = &first;
static bool is_passing;

static report *take(void) {
    pthread_mutex_lock(&guard);
    report *taken = first;
    if (taken) first = taken->next;
    if (!first) end = &first;
    is_passing = taken != NULL;
    pthread_mutex_unlock(&guard);
    return taken;
}

static void *pass_on(void *nothing) {
    (void)nothing;
    for (report *r = take(); r; r = take()) {
        r->real(r->element, r->type, r->domain, r->code, r->text, r->debug, r->file, r->function, r->line);
        g_object_unref(r->element);
        free(r);
    }
    return NULL;
}

// Whether there is a thread that passes it on.
static bool leave(report *kept) {
    pthread_mutex_lock(&guard);
    pthread_t thread;
    if (!is_passing && pthread_create(&thread, NULL, pass_on, NULL) == 0) {
        pthread_detach(thread);
        is_passing = true;
    }
    bool is_left = is_passing;
    if (is_left) {
        *end = kept;
        end = &kept->next;
    }
    pthread_mutex_unlock(&guard);
    return is_left;
}

// In place of GStreamer's own for its plugins, like pa_stream_connect_playback.
void gst_element_message_full(void *element, int type, unsigned domain, int code, char *text, char *debug,
                              const char *file, const char *function, int line) {
    post_message *real = (post_message *)dlsym(RTLD_NEXT, "gst_element_message_full");
    if (!real) return;
    const char *name = element && cpulse_is_on(CPULSE_REPORTS) ? g_type_name_from_instance(element) : NULL;
    report *kept = name && strcmp(name, "GstPulseSink") == 0 ? malloc(sizeof *kept) : NULL;
    if (kept) {
        g_object_ref(element);
        *kept = (report){real, element, type, domain, code, text, debug, file, function, line, NULL};
        if (leave(kept)) return;
        g_object_unref(element);
        free(kept);
    }
    real(element, type, domain, code, text, debug, file, function, line);
}
