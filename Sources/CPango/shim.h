#pragma once
#include <pango/pangocairo.h>

// A macro.
static inline int cpango_scale(void) { return PANGO_SCALE; }
