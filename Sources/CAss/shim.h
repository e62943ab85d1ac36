#pragma once
#include <stdarg.h>
#include <stdint.h>

// What mediad uses of libass (soname 9, https://github.com/libass/libass/blob/0.17.0/libass/ass.h). The library is loaded
// with the first lines that are drawn, so neither building nor starting mediad needs it.

// One coloured bitmap of coverage, and the next one, which lies above it. The library owns them until it draws again.
typedef struct ass_image {
    int w, h;
    int stride;
    unsigned char *bitmap;
    // RGBA; A is transparency.
    uint32_t color;
    int dst_x, dst_y;
    struct ass_image *next;
    int type;
} ASS_Image;

// A line of a script: when it is shown, in milliseconds, and its text, which the library frees.
typedef struct ass_event {
    long long Start;
    long long Duration;
    int ReadOrder;
    int Layer;
    int Style;
    char *Name;
    int MarginL, MarginR, MarginV;
    char *Effect;
    char *Text;
    void *render_priv;
} ASS_Event;

// How lines look that say nothing else; scales are factors.
typedef struct ass_style {
    char *Name;
    char *FontName;
    double FontSize;
    uint32_t PrimaryColour, SecondaryColour, OutlineColour, BackColour;
    int Bold, Italic, Underline, StrikeOut;
    double ScaleX, ScaleY, Spacing, Angle;
    int BorderStyle;
    double Outline, Shadow;
    int Alignment, MarginL, MarginR, MarginV;
    int Encoding;
    int treat_fontname_as_pattern;
    double Blur;
    int Justify;
} ASS_Style;

// The beginning of ASS_Track, which the soname keeps.
typedef struct cass_track {
    int n_styles, max_styles;
    int n_events, max_events;
    ASS_Style *styles;
    ASS_Event *events;
    char *style_format, *event_format;
    int track_type;
    int PlayResX, PlayResY;
} CASS_Track;

typedef void (*cass_message)(int level, const char *format, va_list arguments, void *data);

static inline void cass_ignore(int level, const char *format, va_list arguments, void *data) {}

// Calls ass_set_message_cb, so that nothing is written to standard error: what a script holds is nobody's concern there.
static inline void cass_silence(void *set_message_cb, void *library) {
    ((void (*)(void *, cass_message, void *))set_message_cb)(library, cass_ignore, 0);
}
