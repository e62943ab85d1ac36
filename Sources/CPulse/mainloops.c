#include "library.h"

#include <pthread.h>

// Keeps the last main loop of the sinks for those that still want to lock it.
//
// - Component: `pulsesink` of GStreamer (`mainloop_ref_ct`).
// - Versions: seen with 1.22.0; the code is the same in 1.29.2.
// - Upstream: none found; docs/upstream/pulsesink-shared-mainloop.md.
// - Without it: the element has one main loop for all sinks and frees it with the last of them. Calls for another sink, such as a
//   property of the one that follows a lost device, ask only whether there is a loop before they lock it: whoever comes in
//   between locks a mutex that is gone, and libpulse aborts the process.
// - Test: `DeviceTests`
//
// Therefore the last loop stays, stopped, until the next one is freed. To lock it does no harm.

typedef void use_loop(void *loop);

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static void *last;

// In place of libpulse's own for the plugins of this process, like pa_stream_connect_playback.
void pa_threaded_mainloop_free(void *loop) {
    use_loop *stop = (use_loop *)cpulse_symbol("pa_threaded_mainloop_stop");
    use_loop *real = (use_loop *)cpulse_symbol("pa_threaded_mainloop_free");
    if (!loop || !stop || !real) return;
    if (!cpulse_is_on(CPULSE_LOOPS)) return real(loop);
    stop(loop);
    pthread_mutex_lock(&guard);
    void *earlier = last;
    last = loop;
    pthread_mutex_unlock(&guard);
    if (earlier) real(earlier);
}
