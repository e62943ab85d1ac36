#define _GNU_SOURCE
#include "CPulse.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// pulsesink (1.22) reports that its server has gone from wherever it notices, also while GstAudioBaseSink starts its ring
// buffer with the sink locked (gst_audio_base_sink_sync_latency). The report contains the path of the sink, for which the
// same thread locks the sink again: it waits for itself, and so does everybody who needs the sink. Therefore what a
// pulsesink reports is passed on by a thread that holds no lock.

// GObject, which every program with a GStreamer plugin has; this module has no headers of it.
const char *g_type_name_from_instance(void *instance);
void *g_object_ref(void *object);
void g_object_unref(void *object);

typedef void post_message(void *element, int type, unsigned domain, int code, char *text, char *debug,
                          const char *file, const char *function, int line);

// The arguments of a call. The texts belong to it, and the other strings are the plugin's constants.
typedef struct {
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
} report;

static void *pass_on(void *data) {
    report *r = data;
    r->real(r->element, r->type, r->domain, r->code, r->text, r->debug, r->file, r->function, r->line);
    g_object_unref(r->element);
    free(r);
    return NULL;
}

// In place of GStreamer's own for its plugins, like pa_stream_connect_playback.
void gst_element_message_full(void *element, int type, unsigned domain, int code, char *text, char *debug,
                              const char *file, const char *function, int line) {
    post_message *real = (post_message *)dlsym(RTLD_NEXT, "gst_element_message_full");
    if (!real) return;
    const char *name = element ? g_type_name_from_instance(element) : NULL;
    report *kept = name && strcmp(name, "GstPulseSink") == 0 ? malloc(sizeof *kept) : NULL;
    if (kept) {
        *kept = (report){real, g_object_ref(element), type, domain, code, text, debug, file, function, line};
        pthread_t thread;
        if (pthread_create(&thread, NULL, pass_on, kept) == 0) {
            pthread_detach(thread);
            return;
        }
        g_object_unref(element);
        free(kept);
    }
    real(element, type, domain, code, text, debug, file, function, line);
}
