#pragma once
#include <glib.h>
#include <glib-unix.h>

// A source that is dispatched when g_source_set_ready_time says so: GLib offers no constructor for a bare one.
static gboolean cglib_ready_dispatch(GSource *source, GSourceFunc callback, gpointer data) {
    return callback ? callback(data) : G_SOURCE_REMOVE;
}
static GSourceFuncs cglib_ready_funcs = {NULL, NULL, cglib_ready_dispatch, NULL, NULL, NULL};
static inline GSource *cglib_ready_source_new(void) {
    return g_source_new(&cglib_ready_funcs, sizeof(GSource));
}

// The macro G_SOURCE_FUNC is a cast that Swift cannot write: an fd source calls back with its fd and condition.
static inline void cglib_source_set_fd_callback(GSource *source, GUnixFDSourceFunc callback, gpointer data,
                                                GDestroyNotify destroy) {
    g_source_set_callback(source, (GSourceFunc)(void (*)(void))callback, data, destroy);
}

// Not in Swift's Glibc module.
#include <malloc.h>
static inline void cglib_limit_malloc_arenas(int count) { mallopt(M_ARENA_MAX, count); }

// spawn.h shows it only to GNU programs, which Swift's Glibc module is not; glibc has it since 2.34.
extern int cglib_spawn_close_from(void *actions, int first) __asm__("posix_spawn_file_actions_addclosefrom_np");

// The bounds of the program's own code are linker symbols.
#include <sys/mman.h>
extern char __executable_start[] __attribute__((weak));
extern char etext[] __attribute__((weak));
static inline void cglib_unmap_code(void) {
    if (!__executable_start || !etext) return;
    guintptr page = 4096, start = ((guintptr)__executable_start + page - 1) & ~(page - 1), end = (guintptr)etext & ~(page - 1);
    if (start < end) madvise((void *)start, end - start, MADV_DONTNEED);
}
