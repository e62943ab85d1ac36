#ifndef CPULSE_LIBRARY_H
#define CPULSE_LIBRARY_H

#include "CPulse.h"

#include <stdbool.h>
#include <stddef.h>

// Whether a replacement does anything.
__attribute__((visibility("hidden"))) bool cpulse_is_on(cpulse_calls calls);

// libpulse's own function of this name; NULL while no plugin has loaded the library.
__attribute__((visibility("hidden"))) void *cpulse_symbol(const char *name);

#endif
