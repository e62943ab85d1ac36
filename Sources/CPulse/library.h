#ifndef CPULSE_LIBRARY_H
#define CPULSE_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

// libpulse's own function of this name; NULL while no plugin has loaded the library.
__attribute__((visibility("hidden"))) void *cpulse_symbol(const char *name);

#endif
