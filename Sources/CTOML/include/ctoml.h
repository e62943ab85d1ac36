// The TOML parser toml++ (https://marzer.github.io/tomlplusplus) for Swift, which cannot import its templates.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum ctoml_kind {
    CTOML_TABLE, CTOML_ARRAY, CTOML_STRING, CTOML_INTEGER, CTOML_REAL, CTOML_BOOLEAN, CTOML_DATE, CTOML_TIME,
    CTOML_DATE_TIME
};

/// A place in the text: line and column from 1, in characters; 0 if unknown.
struct ctoml_place {
    uint32_t line, column;
};

/// A value; of a string, text and length. Valid only during the call that it is passed to.
struct ctoml_value {
    enum ctoml_kind kind;
    const char *text;
    size_t length;
    int64_t integer;
    double real;
    bool boolean;
    struct ctoml_place place;
    const void *node;
};

/// Why a text is not TOML, and where.
struct ctoml_problem {
    char message[512];
    struct ctoml_place place;
};

/// The key of an element of a table. `text` is null for an element of an array.
struct ctoml_key {
    const char *text;
    size_t length;
    struct ctoml_place place;
};

/// Receives an element of a table or an array.
typedef void (*ctoml_visitor)(void *context, struct ctoml_key key, struct ctoml_value value);

/// Parses a text and passes its table. False with a problem if the text is not TOML.
bool ctoml_parse(
    const char *text, size_t length, void *context, ctoml_visitor visitor, struct ctoml_problem *problem);

/// Passes the elements of a table or an array, in order.
void ctoml_each(struct ctoml_value value, void *context, ctoml_visitor visitor);

#ifdef __cplusplus
}
#endif
