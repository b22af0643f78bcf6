#include "support.h"

#include <unicode/formattedvalue.h>
#include <unicode/listformatter.h>

#include <memory>
#include <vector>

struct prv_icu_list {
    std::unique_ptr<icu::ListFormatter> formatter;
};

namespace {

UListFormatterType typeOf(prv_icu_list_type type) {
    switch (type) {
        case PRV_ICU_LIST_AND: return ULISTFMT_TYPE_AND;
        case PRV_ICU_LIST_UNITS: return ULISTFMT_TYPE_UNITS;
        default: return ULISTFMT_TYPE_OR;
    }
}

/// The list with each item isolated; ICU places the items, because it reads their first letters.
icu::UnicodeString isolated(const icu::FormattedList &list, UErrorCode &status) {
    icu::UnicodeString text = list.toTempString(status), result;
    icu::ConstrainedFieldPosition position;
    position.constrainCategory(UFIELD_CATEGORY_LIST_SPAN);
    int32_t done = 0;
    while (U_SUCCESS(status) && list.nextPosition(position, status)) {
        result.append(text, done, position.getStart() - done).append(u'\u2068');
        result.append(text, position.getStart(), position.getLimit() - position.getStart()).append(u'\u2069');
        done = position.getLimit();
    }
    return result.append(text, done, text.length() - done);
}

}  // namespace

prv_icu_list *prv_icu_list_create(const char *locale, prv_icu_list_type type) try {
    UErrorCode status = U_ZERO_ERROR;
    icu::Locale parsed = proviso::localeOf(locale);
    if (parsed.isBogus()) return nullptr;
    auto list = std::make_unique<prv_icu_list>();
    list->formatter.reset(icu::ListFormatter::createInstance(parsed, typeOf(type), ULISTFMT_WIDTH_WIDE, status));
    return U_FAILURE(status) ? nullptr : list.release();
} catch (...) {
    return nullptr;
}

void prv_icu_list_destroy(prv_icu_list *list) { delete list; }

int32_t prv_icu_list_format(const prv_icu_list *list, const prv_icu_text *items, int32_t count, bool isolate, char *out,
                            int32_t capacity) try {
    UErrorCode status = U_ZERO_ERROR;
    std::vector<icu::UnicodeString> texts;
    texts.reserve(count);
    for (int32_t index = 0; index < count; index++) {
        if (proviso::tooLong(items[index])) return -1;
        texts.push_back(proviso::utf16(items[index]));
    }
    icu::FormattedList formatted = list->formatter->formatStringsToValue(texts.data(), count, status);
    icu::UnicodeString text = isolate ? isolated(formatted, status) : formatted.toString(status);
    return U_FAILURE(status) ? -1 : proviso::write(text.getBuffer(), text.length(), out, capacity);
} catch (...) {
    return -1;
}
