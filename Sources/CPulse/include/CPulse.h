#ifndef CPULSE_H
#define CPULSE_H

#include <stdbool.h>

// Whether streams that this process opens at a PulseAudio server from now on stay at the device they are opened on. The
// server ends such a stream with the device, instead of moving it to another one.
void cpulse_hold_streams(bool held);

// Whether a message of GStreamer's says that the server ended a stream, in whatever language libpulse speaks.
bool cpulse_is_killed(const char *message);

#endif
