#define _GNU_SOURCE
#include "CPulse.h"
#include "library.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <string.h>

// pulse/def.h; the library is only there where GStreamer's plugin is, so nothing here is linked to it.
enum { PA_STREAM_DONT_MOVE = 0x0200, PA_ERR_KILLED = 12, PA_ERR_NOENTITY = 5, PA_ERR_NOTSUPPORTED = 19 };

static atomic_bool is_held;

void cpulse_hold_streams(bool held) { atomic_store(&is_held, held); }

void *cpulse_symbol(const char *name) {
    void *library = dlopen("libpulse.so.0", RTLD_NOW | RTLD_NOLOAD);
    if (!library) return NULL;
    void *symbol = dlsym(library, name);
    dlclose(library);
    return symbol;
}

bool cpulse_is_killed(const char *message) {
    const char *(*describe)(int) = cpulse_symbol("pa_strerror");
    if (!describe) return false;
    const char *killed = describe(PA_ERR_KILLED);
    const char *missing = describe(PA_ERR_NOENTITY);
    return (killed && strstr(message, killed)) || (missing && strstr(message, missing));
}

typedef int connect_playback(void *stream, const char *device, const void *attributes, unsigned flags,
                             const void *volume, void *sync);

// In place of libpulse's own for the plugins of this process, as a program's symbols come first. pulsesink (1.22) has no
// property for the flag, and without it PulseAudio moves a stream to another device before anybody can stop it.
int pa_stream_connect_playback(void *stream, const char *device, const void *attributes, unsigned flags,
                               const void *volume, void *sync) {
    connect_playback *real = (connect_playback *)cpulse_symbol("pa_stream_connect_playback");
    if (!real) return -PA_ERR_NOTSUPPORTED;
    if (device && atomic_load(&is_held)) flags |= PA_STREAM_DONT_MOVE;
    return real(stream, device, attributes, flags, volume, sync);
}
