#include "ctoml.h"
#include <cstdio>
#include <exception>
#include <string_view>
#include <toml++/toml.h>

static ctoml_value value_of(const toml::node &node) {
    ctoml_value value{};
    value.node = &node;
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

static void describe(ctoml_problem *problem, std::string_view message, uint32_t line, uint32_t column) {
    std::snprintf(problem->message, sizeof problem->message, "%.*s", static_cast<int>(message.size()), message.data());
    problem->line = line;
    problem->column = column;
}

bool ctoml_parse(
    const char *text, size_t length, void *context, ctoml_visitor visitor, struct ctoml_problem *problem) {
    try {
        const toml::table table = toml::parse(std::string_view(text, length));
        visitor(context, nullptr, 0, value_of(table));
        return true;
    } catch (const toml::parse_error &error) {
        describe(problem, error.description(), error.source().begin.line, error.source().begin.column);
    } catch (const std::exception &error) {
        describe(problem, error.what(), 0, 0);
    }
    return false;
}

void ctoml_each(struct ctoml_value value, void *context, ctoml_visitor visitor) {
    const auto *node = static_cast<const toml::node *>(value.node);
    if (const toml::table *table = node->as_table()) {
        for (const auto &[key, element] : *table) {
            visitor(context, key.str().data(), key.str().size(), value_of(element));
        }
    } else if (const toml::array *array = node->as_array()) {
        for (const toml::node &element : *array) visitor(context, nullptr, 0, value_of(element));
    }
}
