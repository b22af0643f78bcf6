/// The bridges that rule files go through: YAML with places, and regular expressions.
#include "regex_bridge.h"
extern "C" {
#include "yaml_bridge.h"
}

#include <cstdint>
#include <cstdlib>

namespace {

void check(bool holds) {
    if (!holds) std::abort();
}

/// Walks a document as the reader does: no deeper than its limit, and no more nodes than it takes.
void walk(prv_yaml *document, int32_t node, int depth, int &count) {
    check(prv_yaml_line(document, node) > 0 && prv_yaml_column(document, node) > 0);
    if (depth > PRV_YAML_MAX_DEPTH || ++count > 20000) return;
    switch (prv_yaml_kind(document, node)) {
        case PRV_YAML_LIST:
            for (size_t index = 0; index < prv_yaml_count(document, node); index++) {
                walk(document, prv_yaml_item(document, node, index), depth + 1, count);
            }
            break;
        case PRV_YAML_MAPPING:
            for (size_t index = 0; index < prv_yaml_count(document, node); index++) {
                walk(document, prv_yaml_key(document, node, index), depth + 1, count);
                walk(document, prv_yaml_value(document, node, index), depth + 1, count);
            }
            break;
        default: {
            size_t length = 0;
            int32_t is_plain = 0;
            const char *text = prv_yaml_scalar(document, node, &length, &is_plain);
            check(text != nullptr && text[length] == '\0');
            char reason[64];
            if (length > 200) break;
            if (prv_regex *regex = prv_regex_create(text, length, is_plain, reason, sizeof reason)) {
                int32_t some = prv_regex_matches(regex, text, length, 0), whole = prv_regex_matches(regex, text, length, 1);
                check(some >= whole);
                prv_regex_destroy(regex);
            }
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    prv_yaml_problem problem = {};
    prv_yaml *document = prv_yaml_read(reinterpret_cast<const char *>(data), size, &problem);
    if (!document) {
        check(problem.line > 0 && problem.column > 0);
        return 0;
    }
    int count = 0;
    if (int32_t root = prv_yaml_root(document)) walk(document, root, 0, count);
    prv_yaml_free(document);
    return 0;
}
