#ifndef CPULSE_H
#define CPULSE_H

#include <stdbool.h>

// The calls of GStreamer's PulseAudio plugin that this process replaces by its own, one file each.
typedef enum { CPULSE_REPORTS, CPULSE_EVENTS, CPULSE_LOOPS, CPULSE_STREAMS, CPULSE_CALLS } cpulse_calls;

// Whether a replacement does anything; otherwise it passes its call on as it is. All are on at first.
void cpulse_set_on(cpulse_calls calls, bool is_on);

// Whether streams that this process opens at a PulseAudio server from now on stay at the device they are opened on. The
// server ends such a stream with the device, instead of moving it to another one.
void cpulse_hold_streams(bool held);

// Whether a message of GStreamer's says that the server ended a stream, in whatever language libpulse speaks.
bool cpulse_is_killed(const char *message);

#endif
