/// Plugins for Proviso in C++17: a header over proviso.h, which must be beside it or in the include path.
///
/// A rule type is a class with a constructor that takes `proviso::Options` and a `validate` that is const:
///
///     struct Even {
///         explicit Even(const proviso::Options &) {}
///         proviso::Verdict validate(const proviso::Value &value, proviso::Call &call) const {
///             return value.integer() % 2 == 0 ? proviso::valid : call.report("even.odd");
///         }
///     };
///     PROVISO_MANIFEST({"id": "org.example.even", …})
///     PROVISO_PLUGIN(proviso::Plugin("org.example.even").rule<Even>("example/even").catalog("en", english))
///
/// No exception leaves these functions: `proviso::Refusal` becomes a refusal of the options, any other a fault.
#ifndef PROVISO_HPP
#define PROVISO_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "proviso.h"

namespace proviso {

enum Verdict : std::int32_t { valid = PROVISO_VALID, invalid = PROVISO_INVALID, not_applicable = PROVISO_NOT_APPLICABLE };

namespace detail {
/// Whether a struct of the host, which may be older than this header, has a field.
template <typename Struct, typename Field> bool has(const Struct *whole, const Field *field) {
    auto end = reinterpret_cast<const char *>(field) - reinterpret_cast<const char *>(whole) + sizeof *field;
    return whole->size >= static_cast<std::uint32_t>(end) && *field;
}
}  // namespace detail

/// A value of the host, valid during the call that passed it.
class Value {
public:
    Value(const proviso_host *host, const proviso_value *raw) : host_(host), raw_(raw) {}

    std::uint32_t kind() const { return raw_->kind; }
    bool is_text() const { return kind() == PROVISO_TEXT; }
    bool is_list() const { return kind() == PROVISO_LIST; }
    bool is_object() const { return kind() == PROVISO_OBJECT; }
    bool is_null() const { return kind() == PROVISO_NULL || kind() == PROVISO_ABSENT; }

    /// The string, or the digits of a decimal; empty for another kind.
    std::string_view text() const {
        bool has_text = kind() >= PROVISO_DECIMAL && kind() <= PROVISO_BYTES && raw_->length > 0;
        return has_text ? std::string_view(raw_->as.text, raw_->length) : std::string_view();
    }
    /// The integer; 0 for another kind.
    std::int64_t integer() const { return kind() == PROVISO_INTEGER ? raw_->as.integer : 0; }
    /// The number as a double; 0 for another kind.
    double number() const {
        switch (kind()) {
            case PROVISO_DOUBLE: return raw_->as.number;
            case PROVISO_INTEGER: return static_cast<double>(raw_->as.integer);
            case PROVISO_UNSIGNED: return static_cast<double>(raw_->as.unsigned_integer);
            default: return 0;
        }
    }
    bool boolean() const { return kind() == PROVISO_BOOL && raw_->as.boolean != 0; }

    /// The items of a list, or the members of an object.
    std::uint64_t size() const { return is_list() || is_object() ? raw_->length : 0; }
    /// An item of a list. Nothing past its end.
    std::optional<Value> item(std::uint64_t index) const { return wrap(host_->list_item(raw_, index)); }
    /// The first member of an object with a key.
    std::optional<Value> find(std::string_view key) const {
        return is_object() ? wrap(host_->object_find(raw_, key.data(), key.size())) : std::nullopt;
    }
    /// A member of an object by its place, with its key.
    std::optional<std::pair<std::string_view, Value>> member(std::uint64_t index) const {
        const char *key = nullptr;
        std::uint64_t length = 0;
        const proviso_value *found = is_object() ? host_->object_member(raw_, index, &key, &length) : nullptr;
        if (!found) return std::nullopt;
        return std::pair(std::string_view(key ? key : "", length), Value(host_, found));
    }

    const proviso_value *raw() const { return raw_; }

private:
    std::optional<Value> wrap(const proviso_value *found) const {
        return found ? std::optional(Value(host_, found)) : std::nullopt;
    }
    const proviso_host *host_;
    const proviso_value *raw_;
};

/// Thrown by a constructor whose options cannot be used.
struct Refusal {
    std::string option;
    std::string reason;
};

/// The options of a rule, checked against the manifest already.
class Options {
public:
    Options(const proviso_host *host, const proviso_value *raw) : all_(host, raw), host_(host) {}

    std::optional<Value> find(std::string_view name) const { return all_.find(name); }
    std::string_view text(std::string_view name, std::string_view usual = {}) const {
        auto found = find(name);
        return found ? found->text() : usual;
    }
    std::int64_t integer(std::string_view name, std::int64_t usual) const {
        auto found = find(name);
        return found ? found->integer() : usual;
    }
    bool boolean(std::string_view name, bool usual = false) const {
        auto found = find(name);
        return found ? found->boolean() : usual;
    }
    /// The strings of an option that is a string or a list of strings.
    std::vector<std::string> texts(std::string_view name) const {
        std::vector<std::string> result;
        auto found = find(name);
        if (found && found->is_text()) result.emplace_back(found->text());
        for (std::uint64_t index = 0; found && index < found->size(); index++) {
            if (auto item = found->item(index)) result.emplace_back(item->text());
        }
        return result;
    }
    const proviso_host *host() const { return host_; }

private:
    Value all_;
    const proviso_host *host_;
};

/// A named value of a violation. A list of strings is passed as several parameters with one name.
struct Parameter {
    Parameter(const char *name, std::string_view text) : raw{name, {}} {
        raw.value.kind = PROVISO_TEXT;
        raw.value.as.text = text.data();
        raw.value.length = text.size();
    }
    Parameter(const char *name, const char *text) : Parameter(name, std::string_view(text)) {}
    Parameter(const char *name, const std::string &text) : Parameter(name, std::string_view(text)) {}
    Parameter(const char *name, std::int64_t number) : raw{name, {}} {
        raw.value.kind = PROVISO_INTEGER;
        raw.value.as.integer = number;
    }
    Parameter(const char *name, int number) : Parameter(name, static_cast<std::int64_t>(number)) {}
    Parameter(const char *name, double number) : raw{name, {}} {
        raw.value.kind = PROVISO_DOUBLE;
        raw.value.as.number = number;
    }
    Parameter(const char *name, bool flag) : raw{name, {}} {
        raw.value.kind = PROVISO_BOOL;
        raw.value.as.boolean = flag;
    }
    proviso_parameter raw;
};

/// One call of `validate`.
class Call {
public:
    explicit Call(proviso_call *raw) : raw_(raw) {}

    /// Reports a violation, if the host wants to know it; returns `invalid`.
    Verdict report(const char *code, std::initializer_list<Parameter> parameters = {}) {
        return report(code, std::vector<Parameter>(parameters));
    }
    Verdict report(const char *code, const std::vector<Parameter> &parameters) {
        if (!wants_reports()) return invalid;
        std::vector<proviso_parameter> list;
        for (const Parameter &parameter : parameters) list.push_back(parameter.raw);
        raw_->report(raw_, 0, code, list.data(), list.size());
        return invalid;
    }
    bool wants_reports() const { return detail::has(raw_, &raw_->report); }
    /// Whether the result is no longer needed: work of more than a few milliseconds looks at it and throws anything.
    bool is_cancelled() const { return detail::has(raw_, &raw_->cancelled) && *raw_->cancelled; }
    /// When the call must have returned, in nanoseconds of CLOCK_MONOTONIC; 0 is "no limit".
    std::uint64_t deadline() const { return raw_->deadline; }
    /// What the manifest's `reads` names; nothing on a host before 1.1.
    std::optional<Value> record() const {
        return detail::has(raw_, &raw_->record) ? std::optional(Value(raw_->host, raw_->record)) : std::nullopt;
    }
    void log(std::uint32_t severity, std::string_view text) const {
        raw_->host->log(raw_->host, severity, text.data(), text.size());
    }
    const proviso_host *host() const { return raw_->host; }

private:
    proviso_call *raw_;
};

namespace detail {
template <typename Body> std::int32_t guarded(Body body) noexcept {
    try {
        return body();
    } catch (const std::bad_alloc &) {
        return PROVISO_FAULT_MEMORY;
    } catch (...) {
        return PROVISO_FAULT_EXCEPTION;
    }
}

template <typename Rule> struct Functions {
    static std::int32_t create(const proviso_host *host, const proviso_rule *, const proviso_value *options,
                               void **instance, proviso_failure *failure) {
        // The host copies the strings after this function.
        static thread_local Refusal kept;
        return guarded([&]() -> std::int32_t {
            try {
                *instance = new Rule(Options(host, options));
                return 0;
            } catch (Refusal &refusal) {
                kept = std::move(refusal);
                failure->option = kept.option.empty() ? nullptr : kept.option.c_str();
                failure->reason = kept.reason.c_str();
                return PROVISO_FAULT_ARGUMENT;
            }
        });
    }
    static std::int32_t validate(const void *instance, const proviso_value *value, proviso_call *raw) {
        return guarded([&]() -> std::int32_t {
            Call call(raw);
            return static_cast<const Rule *>(instance)->validate(Value(raw->host, value), call);
        });
    }
    static std::int32_t batch(const void *instance, const proviso_value *values, std::uint64_t stride,
                              std::uint64_t count, std::uint8_t *verdicts, proviso_call *raw) {
        return guarded([&]() -> std::int32_t {
            Call call(raw);
            const auto *row = reinterpret_cast<const char *>(values);
            for (std::uint64_t index = 0; index < count; index++, row += stride) {
                if (call.is_cancelled()) return PROVISO_FAULT_CANCELLED;
                Value value(raw->host, reinterpret_cast<const proviso_value *>(row));
                verdicts[index] = static_cast<std::uint8_t>(static_cast<const Rule *>(instance)->validate(value, call));
            }
            return 0;
        });
    }
    static void destroy(void *instance) { delete static_cast<Rule *>(instance); }
};
}  // namespace detail

/// Describes a plugin, as its manifest does.
class Plugin {
public:
    explicit Plugin(const char *id) { raw_.id = id; }

    template <typename Rule> Plugin &&rule(const char *type) && {
        using Own = detail::Functions<Rule>;
        rules_.push_back({sizeof(proviso_rule), 0, type, Own::create, Own::validate, Own::batch, Own::destroy});
        return std::move(*this);
    }
    /// `text` is an ARB document and lives as long as the process.
    Plugin &&catalog(const char *locale, std::string_view text) && {
        catalogs_.push_back({locale, text.data(), text.size()});
        return std::move(*this);
    }
    /// For the entry function: valid as long as this object, which must not move any more.
    const proviso_plugin *descriptor() {
        for (const proviso_rule &rule : rules_) pointers_.push_back(&rule);
        raw_.size = sizeof raw_;
        raw_.minor = PROVISO_ABI_MINOR;
        raw_.rules = pointers_.data();
        raw_.rule_count = pointers_.size();
        raw_.catalogs = catalogs_.data();
        raw_.catalog_count = catalogs_.size();
        return &raw_;
    }

private:
    proviso_plugin raw_ = {};
    std::vector<proviso_rule> rules_;
    std::vector<const proviso_rule *> pointers_;
    std::vector<proviso_catalog> catalogs_;
};

}  // namespace proviso

/// Defines a function that returns the text of a file, which becomes part of the plugin. The path is relative to the
/// directory where the compiler runs.
#define PROVISO_EMBED(name, path)                                                                                   \
    __asm__(".pushsection .rodata\nproviso_" #name ": .incbin \"" path "\"\nproviso_" #name                        \
            "_end: .byte 0\n.popsection\n");                                                                        \
    extern "C" __attribute__((visibility("hidden"))) const char proviso_##name[], proviso_##name##_end[];            \
    static std::string_view name() {                                                                                 \
        return std::string_view(proviso_##name, static_cast<std::size_t>(proviso_##name##_end - proviso_##name));    \
    }

/// Defines the entry function of a plugin.
#define PROVISO_PLUGIN(...)                                                                        \
    extern "C" PROVISO_EXPORT const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *) { \
        static proviso::Plugin plugin = __VA_ARGS__;                                                 \
        static const proviso_plugin *descriptor = plugin.descriptor();                               \
        return descriptor;                                                                           \
    }

#endif
