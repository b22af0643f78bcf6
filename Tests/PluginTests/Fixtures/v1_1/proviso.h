/// The plugin ABI of Proviso, version 1.1.
///
/// A plugin is a shared library with validators for a host. This header is the whole contract: what is not declared
/// here is not part of it. It needs a C11 or C++11 compiler and no library.
///
/// Order of events:
///
/// 1. The host reads the manifest out of the file (`PROVISO_MANIFEST`). No code of the plugin runs for that.
/// 2. When a rule first needs one of its rule types, the host loads the file, calls `proviso_plugin_entry_v1` and
///    then `init`, once in a process. One file may be loaded by several processes, and some of them are confined.
/// 3. For each use of a rule type in a rule set: `create`, any number of `validate` and `validate_batch`,
///    `destroy`.
/// 4. The process ends. A loaded plugin is never unloaded; `deinit` is called if the host ends normally.
///
/// General rules:
///
/// - Structs that cross the boundary begin with their `size` in the build of the side that made them. The reader
///   uses no more bytes than that, and treats missing fields as zero. New fields are only appended. A field names
///   the minor version that added it; without a name it is in every version 1. A null function pointer means "not
///   available". Structs without a size never change in major 1.
/// - Reserved fields are zero. Values, flags and codes that are not listed may come in a later minor version.
/// - Text is UTF-8 with a length in bytes, not ended by NUL (it may contain one), and well-formed when it comes
///   from the host. Names (`const char *`) are NUL-terminated ASCII.
/// - Neither side frees what the other allocated. Pointers that a call passes are valid until that call returns,
///   unless their comment says otherwise.
/// - A function marked [any thread] may be called from several threads at once.
/// - No exception, panic or `longjmp` leaves a function of either side.
/// - A plugin calls the host only during a call from the host. It leaves no thread or signal handler in the
///   process, and does not change the locale or working directory. It does not end the process or start one, and
///   prints nothing.
/// - A plugin reads files and system data in `init` and `create`: later it may be confined to memory.
/// - The file is self-contained: position-independent, without an executable stack, and without libraries next to
///   it.
#ifndef PROVISO_H
#define PROVISO_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PROVISO_ABI_MAJOR 1u
#define PROVISO_ABI_MINOR 1u

#if defined(__GNUC__)
#define PROVISO_EXPORT __attribute__((visibility("default")))
#else
#define PROVISO_EXPORT
#endif

/// The kind of a value: `proviso_value.kind`. A plugin treats an unknown kind as one that it does not accept.
enum {
    PROVISO_ABSENT = 0,   ///< the record has no such attribute
    PROVISO_NULL = 1,
    PROVISO_BOOL = 2,     ///< `as.boolean`, 0 or 1
    PROVISO_INTEGER = 3,  ///< `as.integer`
    PROVISO_UNSIGNED = 4, ///< `as.unsigned_integer`, only if it does not fit `PROVISO_INTEGER`
    PROVISO_DOUBLE = 5,   ///< `as.number`, finite
    PROVISO_DECIMAL = 6,  ///< `as.text`: a number's own JSON text, too long for the kinds above
    PROVISO_TEXT = 7,     ///< `as.text`
    PROVISO_BYTES = 8,    ///< `as.text`, not text
    PROVISO_LIST = 9,     ///< `as.handle` for the host's `list_item`; `length` is the number of items
    PROVISO_OBJECT = 10   ///< `as.handle` for the host's `object_member`; `length` is the number of members
};

/// What the host already knows about a value: `proviso_value.flags`. Bits that are not listed belong to the host.
enum {
    PROVISO_FLAG_ASCII = 1 ///< every byte of the text is below 0x80; not set means "not known"
};

/// One value. It is the host's own representation: nothing is converted for a plugin.
typedef struct proviso_value {
    uint32_t kind;
    uint32_t flags;
    union {
        int64_t integer;
        uint64_t unsigned_integer;
        double number;
        uint64_t boolean;
        /// May be null when `length` is 0.
        const char *text;
        /// Only for the host's functions: it need not be an address.
        const void *handle;
    } as;
    /// Bytes of a string, items of a list, members of an object; otherwise 0.
    uint64_t length;
} proviso_value;

/// A named value: a parameter of a violation. Never a list or an object: a list of strings or numbers is passed as
/// several parameters with the same name, one for each item.
typedef struct proviso_parameter {
    const char *name;
    proviso_value value;
} proviso_parameter;

/// The results of `validate`, `create` and `init`. Every negative number, and every number that is not listed, is a
/// fault of the plugin: the host then reports that the value could not be checked, never that it is valid.
enum {
    PROVISO_VALID = 0,
    PROVISO_INVALID = 1,
    PROVISO_NOT_APPLICABLE = 2, ///< the rule does not apply to this value; treated as valid
    PROVISO_FAULT = -1,
    PROVISO_FAULT_ARGUMENT = -2,
    PROVISO_FAULT_MEMORY = -3,
    PROVISO_FAULT_KIND = -4,
    PROVISO_FAULT_CANCELLED = -5,
    PROVISO_FAULT_EXCEPTION = -6
};

/// The verdict of `validate_batch` for a value that could not be checked, in addition to the three above.
enum { PROVISO_UNCHECKED = 255 };

/// The severity of a log line.
enum {
    PROVISO_LOG_DEBUG = 0,
    PROVISO_LOG_INFO = 1,
    PROVISO_LOG_WARNING = 2,
    PROVISO_LOG_ERROR = 3,
    PROVISO_LOG_HOST_MISBEHAVING = 4
};

/// The functions of the host. Valid until the process ends.
typedef struct proviso_host {
    uint32_t size;
    /// The host's minor version of this ABI.
    uint32_t minor;
    const char *name;
    const char *version;

    /// Writes a line to the host's log. [any thread, during a call from the host]
    void (*log)(const struct proviso_host *host, uint32_t severity, const char *text, uint64_t length);

    /// Returns an item of a list, or null past its end or if `list` is not a list. The item is valid as long as the
    /// list. [any thread]
    const proviso_value *(*list_item)(const proviso_value *list, uint64_t index);

    /// Returns a member of an object in the order of the data, or null past the end or if `object` is not an
    /// object. `key` and `key_length` may be null. The member and its key are valid as long as the object. [any
    /// thread]
    const proviso_value *(*object_member)(const proviso_value *object, uint64_t index, const char **key,
                                          uint64_t *key_length);

    /// Returns the first member with a key, or null. [any thread]
    const proviso_value *(*object_find)(const proviso_value *object, const char *key, uint64_t key_length);

    /// Returns a host extension by its id ("org.name/1"), or null: a static struct or function that the extension's
    /// own header describes. No plugin may require one. [any thread]
    const void *(*extension)(const struct proviso_host *host, const char *id);
} proviso_host;

/// The argument of one `validate` or `validate_batch`. Valid until that call returns.
typedef struct proviso_call {
    uint32_t size;
    uint32_t reserved;
    const proviso_host *host;
    /// When the call must have returned, in nanoseconds of CLOCK_MONOTONIC; 0 is "no limit". The host may end the
    /// process of a call that takes longer.
    uint64_t deadline;
    /// Becomes non-zero when the result is no longer needed. Work of more than a few milliseconds checks it and
    /// returns `PROVISO_FAULT_CANCELLED`. May be null.
    const volatile int32_t *cancelled;

    /// Reports a violation; null if only the verdict is needed. `code` is one of the rule type's codes in the
    /// manifest, with the parameters that it has there. If `validate` reports nothing and returns
    /// `PROVISO_INVALID`, the violation has the manifest's `invalidCode`. Everything is copied before it returns.
    /// `row` is 0. If there are very many violations, the host keeps the first ones. [the thread of the call]
    void (*report)(struct proviso_call *call, uint64_t row, const char *code, const proviso_parameter *parameters,
                   uint64_t count);

    /// Since 1.1. The other values that the rule type reads, an object: see `reads` in the manifest. Null if the
    /// manifest has no `reads`. A plugin whose `least_host_minor` is 0 reads this field only if `size` covers it: an
    /// older host does not have it. The values must not be written to or kept.
    const proviso_value *record;
} proviso_call;

/// Why `create` refused its options. The host sets `size` and clears the rest. It copies the strings after
/// `create`.
typedef struct proviso_failure {
    uint32_t size;
    uint32_t reserved;
    /// The wrong option, or null.
    const char *option;
    /// One sentence for the author of the rule. Static, or kept until the next `create` on the same thread.
    const char *reason;
} proviso_failure;

/// The functions of one rule type; the manifest describes it. Static: valid until `deinit`.
typedef struct proviso_rule {
    uint32_t size;
    uint32_t reserved;
    /// The rule type, as in the manifest: "vendor/name".
    const char *type;

    /// Makes an instance for one use of the rule type in a rule set. `rule` is the plugin's own descriptor, so one
    /// function can serve many rule types. `options` is an object, already checked against the manifest. Returns 0
    /// and sets `instance` (which may stay null), or a fault and may fill `failure`. May be null if there are no
    /// options: then `instance` is null. [any thread]
    int32_t (*create)(const proviso_host *host, const struct proviso_rule *rule, const proviso_value *options,
                      void **instance, proviso_failure *failure);

    /// Validates one value of one of the kinds in the manifest. Reports violations to `call` if it has a `report`,
    /// and returns the verdict, which does not depend on that. The value must not be kept. [any thread, also with
    /// the same instance at the same time]
    int32_t (*validate)(const void *instance, const proviso_value *value, proviso_call *call);

    /// Validates `count` values, `stride` bytes apart (at least 24, a multiple of 8), and writes one verdict for
    /// each: `PROVISO_VALID`, `PROVISO_INVALID`, `PROVISO_NOT_APPLICABLE` or `PROVISO_UNCHECKED`, which is the
    /// initial value. It reports nothing: the host calls `validate` for the details, and both must agree. May be
    /// null. Not called for a rule type that has `reads`: each value has a record of its own. Returns 0, or a fault
    /// that voids the whole batch. [any thread, also with the same instance at the same
    /// time]
    int32_t (*validate_batch)(const void *instance, const proviso_value *values, uint64_t stride, uint64_t count,
                              uint8_t *verdicts, proviso_call *call);

    /// Frees what `create` made, after the last `validate` has returned. Not called if there is no `create`. May be
    /// null. [any thread]
    void (*destroy)(void *instance);
} proviso_rule;

/// The messages of one locale: an ARB document (JSON, ICU MessageFormat), keyed by the codes.
typedef struct proviso_catalog {
    /// A BCP 47 tag, such as "de" or "zh-Hans".
    const char *locale;
    const char *text;
    uint64_t length;
} proviso_catalog;

/// The descriptor of a plugin. Static: valid until `deinit`.
typedef struct proviso_plugin {
    uint32_t size;
    /// The minor version of this ABI that the plugin was built with.
    uint32_t minor;
    /// The minimum minor version of the host that the plugin needs; an older host refuses the plugin.
    uint32_t least_host_minor;
    uint32_t reserved;
    /// As in the manifest.
    const char *id;

    /// One for each rule type of the manifest, in any order.
    const proviso_rule *const *rules;
    uint64_t rule_count;
    /// One for each locale of the manifest, in any order.
    const proviso_catalog *catalogs;
    uint64_t catalog_count;

    /// Called once before the first `create`. Returns 0 or a fault. May be null.
    int32_t (*init)(const proviso_host *host);
    /// Called once after the last `destroy`, if at all. May be null.
    void (*deinit)(void);
    /// Returns a plugin extension by its id ("org.name/1"), or null. May be null. [any thread]
    const void *(*extension)(const char *id);
} proviso_plugin;

/// The only exported function of a plugin. Returns null if the plugin cannot work with this host. The name has the
/// major version, so a plugin can support several majors. [once per process, before anything else]
PROVISO_EXPORT const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host);

#define PROVISO_NOTE_OWNER "Proviso"
#define PROVISO_NOTE_MANIFEST 1u

/// The manifest describes a plugin, in JSON. This one has all keys:
///
///     PROVISO_MANIFEST({
///       "id": "org.example.numbers",
///       "version": "1.0",
///       "vendor": "Example Ltd",
///       "locales": ["en", "de"],
///       "rules": [{
///         "type": "example/multiple",
///         "summary": "A multiple of a number.",
///         "kinds": ["integer", "unsigned"],
///         "invalidCode": "multiple.kind",
///         "options": {
///           "of": {"kinds": ["integer"], "required": true, "summary": "The number."},
///           "sign": {"kinds": ["text"], "values": ["any", "positive"], "summary": "Which ones."},
///           "below": {"kinds": ["text"], "summary": "The attribute that must be greater."}
///         },
///         "reads": ["below"],
///         "codes": {"multiple.wrong": ["of"], "multiple.negative": [], "multiple.kind": []},
///         "examples": [
///           {"value": 9, "options": {"of": 3}, "valid": true},
///           {"value": 8, "options": {"of": 3}, "code": "multiple.wrong", "parameters": {"of": 3}},
///           {"value": 9, "options": {"of": 3, "below": "most"}, "record": {"most": 12}, "valid": true}
///         ]
///       }]
///     })
///
/// - `id`: reverse DNS. `version`: that of the plugin. `vendor`: for people; optional.
/// - `locales`: BCP 47 tags, one for each catalog; optional.
/// - `type`: "vendor/name" in lowercase letters, digits and hyphens. `summary`: one sentence for authors of rules;
///   optional here and in an option.
/// - `kinds`: the kinds of values that `validate` receives, or that an option may have: `absent`, `null`,
///   `boolean`, `integer`, `unsigned`, `double`, `decimal`, `text`, `bytes`, `list`, `object`; `number` is short
///   for the four kinds of numbers.
/// - `codes`: the codes that it reports, "<rule>.<problem>", each with the names of its parameters; `attribute` is
///   always present and not listed. They are the keys of the catalogs.
/// - `invalidCode`: the code that the host reports for a value of a kind that is not in `kinds`. It has no parameters,
///   since the host knows none.
/// - `capabilities`: what the plugin requests beyond what every plugin may do; optional, since 1.1. The host may refuse
///   the plugin. `threads`: true if it starts threads. `patience`: milliseconds that it needs at most for one value, up
///   to an hour. `memory`: MiB of address space that it needs, up to 1048576. `workerOnly`: true if it must not run in
///   the host's process. `timeZones`: true if it reads /usr/share/zoneinfo.
/// - `options`: optional. `required`: whether the option must be given; false by default. `values`: the allowed
///   strings, if the option is a string or a list of strings; any by default.
/// - `reads`: what `validate` gets as `call->record` besides the value; optional, since 1.1. A list of options, of the
///   kinds `text` and `list`, whose values are names of other attributes: the record is an object with one member for
///   each of these attributes, by the name that the option has for it ("end", "address.city"), of the kind `absent` if
///   the record does not have it. In a list, "items.*.from" is that of the same item. A name that no rule of the rule
///   set has is an error in the rule file. Or the string "record": an object with all attributes that the rule set
///   names, nested as in the data, without those that are absent; in the rules of a nested model, that model. Both are
///   as the rules before this one left them. A host older than 1.1 refuses a manifest with `reads`.
/// - `examples`: values with their verdicts, for people and for the conformance tests; optional, since 1.1. Each has a
///   `value` and either `"valid": true` or a `code` of the rule type. `options`: those of the rule. `parameters`: some
///   parameters of the violation, a list for several with one name. `record`: the other attributes, if the rule type
///   `reads`; the value is its attribute "value". A host older than 1.1 refuses a manifest with `examples`.
///
/// Names and limits. The host refuses a plugin, or reports a fault for the value, if one is exceeded:
///
/// - an id: letters, digits and hyphens between dots, at most 128 bytes. An option: letters, digits and hyphens, at most
///   64 bytes, and none of the names that rule files have for every rule: `attributes`, `options`, `on`, `except`,
///   `when`, `unless`, `message`, `skipOnEmpty`, `skipOnError`, `bail`, `id`, `severity`, `rule`. An option may have
///   the name of a problem (`format` beside `isbn.format`). A parameter's name: at most 64 bytes.
/// - a code belongs to the vendor of its rule type: the host reports "isbn.format" of "acme/isbn" as
///   "acme/isbn.format". The plugin and its catalogs always write "isbn.format".
/// - `version`: since 1.1 a semantic version, "1.2.3" or "1.2.3-beta.1"; missing numbers are 0. In 1.0 any text, which
///   is then lower than every semantic version.
/// - 1024 rule types and 1024 catalogs; 1 MiB for a catalog and for the manifest; 4096 bytes for a message, with 8
///   arguments inside each other.
/// - 64 examples of a rule type, each with at most 4096 bytes of compact JSON.
/// - 1000 violations for a value; 64 parameters for a violation; 1 MiB for a string in it or in the log.
/// - a value or the options: lists and objects 512 deep, and 8 MiB in a worker.
///
/// Keys that are not listed are refused. The manifest is in an ELF note, so that it can be read without loading the
/// plugin: section `.note.proviso`, type SHT_NOTE, loaded, aligned to 4 bytes, in the processor's byte order:
///
/// - `uint32_t` 8, the size of the owner's name
/// - `uint32_t` the size of everything after the name
/// - `uint32_t` `PROVISO_NOTE_MANIFEST`
/// - `char[8]` "Proviso" and a NUL
/// - `uint32_t` the major and `uint32_t` the minor version of this ABI that the plugin was built with
/// - the JSON text, UTF-8, with NULs after it up to a multiple of 4 bytes; at most 1 MiB
///
/// In a WebAssembly module the manifest is a custom section named `proviso`: the two version numbers, then the text.
#if defined(__wasm__)
/// Puts the manifest into the plugin: once, outside of any function. Write the JSON without quotes around it.
#define PROVISO_MANIFEST(...) PROVISO_MANIFEST_TEXT(#__VA_ARGS__)
#define PROVISO_MANIFEST_TEXT(text) PROVISO_MANIFEST_SECTION(PROVISO_ABI_MAJOR, PROVISO_ABI_MINOR, text)
#define PROVISO_MANIFEST_SECTION(major, minor, text) PROVISO_MANIFEST_LINES(major, minor, #text)
#define PROVISO_MANIFEST_LINES(major, minor, text)                                                                   \
    __asm__(".section .custom_section.proviso,\"\",@\n.int32 " PROVISO_MANIFEST_NUMBER(major) "\n.int32 "              \
            PROVISO_MANIFEST_NUMBER(minor) "\n.ascii " text "\n");
#define PROVISO_MANIFEST_NUMBER(number) PROVISO_MANIFEST_DIGIT(number)
#define PROVISO_MANIFEST_DIGIT(number) #number
#elif defined(__GNUC__)
#define PROVISO_MANIFEST(...)                                                                                        \
    __attribute__((section(".note.proviso"), used, aligned(4))) static const struct {                                \
        uint32_t owner_size, size, type;                                                                             \
        char owner[8];                                                                                               \
        uint32_t major, minor;                                                                                       \
        char text[(sizeof #__VA_ARGS__ + 3) / 4 * 4];                                                                \
    } proviso_manifest = {8, 8 + (sizeof #__VA_ARGS__ + 3) / 4 * 4, PROVISO_NOTE_MANIFEST, PROVISO_NOTE_OWNER,       \
                          PROVISO_ABI_MAJOR, PROVISO_ABI_MINOR, #__VA_ARGS__};
#endif

#ifdef __cplusplus
}
#endif

#endif
