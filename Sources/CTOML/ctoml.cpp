#include "ctoml.h"
#include <algorithm>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string_view>

// toml++ 3.3 assumes that a name follows the bracket of a table (`[=]`), and its behaviour is undefined if there is none. Its
// assertions throw here, in release builds as well.
struct broken_assumption : std::logic_error {
    using std::logic_error::logic_error;
};
#undef NDEBUG
#define TOML_ASSERT(expression) ((expression) ? static_cast<void>(0) : throw broken_assumption(#expression))
#include <toml++/toml.h>

static ctoml_place place_of(const toml::source_region &source) { return {source.begin.line, source.begin.column}; }

static ctoml_value value_of(const toml::node &node) {
    ctoml_value value{};
    value.node = &node;
    value.place = place_of(node.source());
    switch (node.type()) {
    case toml::node_type::table: value.kind = CTOML_TABLE; break;
    case toml::node_type::array: value.kind = CTOML_ARRAY; break;
    case toml::node_type::string: {
        const std::string &text = node.as_string()->get();
        value.kind = CTOML_STRING;
        value.text = text.data();
        value.length = text.size();
        break;
    }
    case toml::node_type::integer:
        value.kind = CTOML_INTEGER;
        value.integer = node.as_integer()->get();
        break;
    case toml::node_type::floating_point:
        value.kind = CTOML_REAL;
        value.real = node.as_floating_point()->get();
        break;
    case toml::node_type::boolean:
        value.kind = CTOML_BOOLEAN;
        value.boolean = node.as_boolean()->get();
        break;
    case toml::node_type::date: value.kind = CTOML_DATE; break;
    case toml::node_type::time: value.kind = CTOML_TIME; break;
    default: value.kind = CTOML_DATE_TIME; break;
    }
    return value;
}

/// The first line with which the beginning of a text breaks an assumption of the parser; from 1.
static uint32_t line_of_broken_assumption(std::string_view text) {
    size_t sound = 0, broken = text.size();
    while (true) {
        // Always the end of a line between the two; none is left when they are in neighbouring lines.
        size_t end = text.rfind('\n', sound + (broken - sound) / 2);
        if (end == std::string_view::npos || end < sound) end = text.find('\n', sound);
        if (end == std::string_view::npos || end + 1 >= broken) break;
        try {
            (void)toml::parse(text.substr(0, end + 1));
            sound = end + 1;
        } catch (const broken_assumption &) {
            broken = end + 1;
        } catch (const std::exception &) {
            sound = end + 1;
        }
    }
    return static_cast<uint32_t>(1 + std::count(text.begin(), text.begin() + static_cast<ptrdiff_t>(sound), '\n'));
}

static void describe(ctoml_problem *problem, std::string_view message, ctoml_place place) {
    std::snprintf(problem->message, sizeof problem->message, "%.*s", static_cast<int>(message.size()), message.data());
    problem->place = place;
}

bool ctoml_parse(
    const char *text, size_t length, void *context, ctoml_visitor visitor, struct ctoml_problem *problem) {
    const std::string_view document(text, length);
    try {
        const toml::table table = toml::parse(document);
        visitor(context, {}, value_of(table));
        return true;
    } catch (const toml::parse_error &error) {
        describe(problem, error.description(), place_of(error.source()));
    } catch (const broken_assumption &) {
        describe(problem, "a table needs a name in brackets, as in [audio]", {line_of_broken_assumption(document), 1});
    } catch (const std::exception &error) {
        describe(problem, error.what(), {});
    }
    return false;
}

void ctoml_each(struct ctoml_value value, void *context, ctoml_visitor visitor) {
    const auto *node = static_cast<const toml::node *>(value.node);
    if (const toml::table *table = node->as_table()) {
        for (const auto &[key, element] : *table) {
            visitor(context, {key.str().data(), key.str().size(), place_of(key.source())}, value_of(element));
        }
    } else if (const toml::array *array = node->as_array()) {
        for (const toml::node &element : *array) visitor(context, {}, value_of(element));
    }
}
