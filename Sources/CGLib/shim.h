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
