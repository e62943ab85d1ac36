#define _GNU_SOURCE
#include "library.h"

#include <dlfcn.h>
#include <stdatomic.h>

static atomic_bool is_off[CPULSE_CALLS];

void cpulse_set_on(cpulse_calls calls, bool is_on) { atomic_store(&is_off[calls], !is_on); }

bool cpulse_is_on(cpulse_calls calls) { return !atomic_load(&is_off[calls]); }

// The library is only there where GStreamer's plugin is, so nothing here is linked to it.
void *cpulse_symbol(const char *name) {
    void *library = dlopen("libpulse.so.0", RTLD_NOW | RTLD_NOLOAD);
    if (!library) return NULL;
    void *symbol = dlsym(library, name);
    dlclose(library);
    return symbol;
}
