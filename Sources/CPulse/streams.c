#include "library.h"

#include <stdatomic.h>
#include <string.h>

// Keeps streams on the device that they were opened on.
//
// - Component: `pulsesink` of GStreamer.
// - Versions: seen with 1.22.0; pulsesink.c has no property for PA_STREAM_DONT_MOVE in 1.29.2.
// - Upstream: none found.
// - Without it: PulseAudio moves a stream whose device goes to another one before anybody can stop it: headphones that are pulled
//   out go on playing aloud.
// - Test: `DeviceTests`

// pulse/def.h
enum { PA_STREAM_DONT_MOVE = 0x0200, PA_ERR_KILLED = 12, PA_ERR_NOENTITY = 5, PA_ERR_NOTSUPPORTED = 19 };

static atomic_bool is_held;

void cpulse_hold_streams(bool held) { atomic_store(&is_held, held); }

bool cpulse_is_killed(const char *message) {
    const char *(*describe)(int) = cpulse_symbol("pa_strerror");
    if (!describe) return false;
    const char *killed = describe(PA_ERR_KILLED);
    const char *missing = describe(PA_ERR_NOENTITY);
    return (killed && strstr(message, killed)) || (missing && strstr(message, missing));
}

typedef int connect_playback(void *stream, const char *device, const void *attributes, unsigned flags,
                             const void *volume, void *sync);

// In place of libpulse's own for the plugins of this process, as a program's symbols come first.
int pa_stream_connect_playback(void *stream, const char *device, const void *attributes, unsigned flags,
                               const void *volume, void *sync) {
    connect_playback *real = (connect_playback *)cpulse_symbol("pa_stream_connect_playback");
    if (!real) return -PA_ERR_NOTSUPPORTED;
    if (device && atomic_load(&is_held) && cpulse_is_on(CPULSE_STREAMS)) flags |= PA_STREAM_DONT_MOVE;
    return real(stream, device, attributes, flags, volume, sync);
}
