#pragma once
#include <xcb/xcb.h>
#include <xcb/randr.h>

// A global variable, which Swift takes for shared state that anybody may change.
static inline xcb_extension_t *cxcb_randr(void) { return &xcb_randr_id; }
