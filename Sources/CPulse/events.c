#include "library.h"

#include <pthread.h>
#include <stdint.h>

// Keeps events from the device provider that it leaks memory for.
//
// - Component: `pulsedeviceprovider` of GStreamer (`context_subscribe_cb`).
// - Versions: measured with 1.22.0; the same in 1.29.2, with one more operation for each new device.
// - Upstream: none found; docs/upstream/pulsedeviceprovider-operations.md.
// - Without it: the provider asks the server about its default devices after every event, since it compares the facility of the
//   event with a type of events, and forgets to give the operation back that it gets for that. It subscribes to streams and
//   modules, too, and a device changes with every pause of a stream: 150 bytes are lost with each.
// - Test: `LeakTests`
//
// mediad lists devices that come and go, so that the provider hears of nothing else.

// pulse/def.h
enum {
    PA_SUBSCRIPTION_MASK_SINK = 1, PA_SUBSCRIPTION_MASK_SOURCE = 2,
    PA_SUBSCRIPTION_EVENT_SINK = 0, PA_SUBSCRIPTION_EVENT_SOURCE = 1, PA_SUBSCRIPTION_EVENT_FACILITY = 0xf,
    PA_SUBSCRIPTION_EVENT_CHANGE = 0x10, PA_SUBSCRIPTION_EVENT_TYPE = 0x30,
};

typedef void subscribe_callback(void *context, int event, uint32_t index, void *data);

typedef struct {
    void *context;
    subscribe_callback *callback;
    void *data;
} listener;

// One for each connection of the plugins: of the provider, and of the sinks of the present and the last output. What
// finds no place keeps its own callback and hears of everything.
static listener listeners[16];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static listener *find(const void *context) {
    for (size_t index = 0; index < sizeof listeners / sizeof *listeners; index++) {
        if (listeners[index].context == context) return &listeners[index];
    }
    return NULL;
}

// pulsesink is subscribed to streams alone: what is kept from the provider never comes to it.
static void pass(void *context, int event, uint32_t index, void *data) {
    (void)data;
    int facility = event & PA_SUBSCRIPTION_EVENT_FACILITY;
    bool is_device = facility == PA_SUBSCRIPTION_EVENT_SINK || facility == PA_SUBSCRIPTION_EVENT_SOURCE;
    if (is_device && (event & PA_SUBSCRIPTION_EVENT_TYPE) == PA_SUBSCRIPTION_EVENT_CHANGE) return;
    pthread_mutex_lock(&lock);
    listener *found = find(context);
    listener kept = found ? *found : (listener){0};
    pthread_mutex_unlock(&lock);
    if (kept.callback) kept.callback(context, event, index, kept.data);
}

// In place of libpulse's own for the plugins of this process, like pa_stream_connect_playback.
void pa_context_set_subscribe_callback(void *context, subscribe_callback *callback, void *data) {
    typedef void set_callback(void *context, subscribe_callback *callback, void *data);
    set_callback *real = (set_callback *)cpulse_symbol("pa_context_set_subscribe_callback");
    if (!real) return;
    if (!cpulse_is_on(CPULSE_EVENTS)) return real(context, callback, data);
    pthread_mutex_lock(&lock);
    listener *place = find(context);
    if (!place) place = find(NULL);
    if (place) *place = callback ? (listener){context, callback, data} : (listener){0};
    pthread_mutex_unlock(&lock);
    if (place && callback) {
        real(context, pass, NULL);
    } else {
        real(context, callback, data);
    }
}

void *pa_context_subscribe(void *context, int mask, void *callback, void *data) {
    typedef void *subscribe(void *context, int mask, void *callback, void *data);
    subscribe *real = (subscribe *)cpulse_symbol("pa_context_subscribe");
    if (!real) return NULL;
    int devices = PA_SUBSCRIPTION_MASK_SINK | PA_SUBSCRIPTION_MASK_SOURCE;
    bool narrows = cpulse_is_on(CPULSE_EVENTS) && mask & devices;
    return real(context, narrows ? mask & devices : mask, callback, data);
}
