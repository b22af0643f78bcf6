/// The plugin ABI of Proviso, version 1.0.
///
/// A plugin is a shared object that offers validators to a host. This header is the whole contract: what is not
/// declared here is not part of it. It needs a C11 or C++11 compiler and no library.
///
/// What happens, in order:
///
/// 1. The host reads the manifest out of the file (`PROVISO_MANIFEST`). No code of the plugin runs for that.
/// 2. When a rule first needs one of its rule types, the host loads the file, calls `proviso_plugin_entry_v1` and then
///    `init`, once in a process. One file may be loaded by several processes, and some of them are confined.
/// 3. For each use of a rule type in a rule set: `create`, any number of `validate` and `validate_batch`, `destroy`.
/// 4. The process ends. A loaded plugin is never unloaded; `deinit` is called where the host ends in an orderly way.
///
/// Rules that hold everywhere:
///
/// - Structs that cross the boundary begin with their `size` as the side that made them was built. The reader uses
///   no more than that, and takes what is missing as zero. Fields are only ever appended, and say since which minor
///   version they exist; those that say nothing are in every version 1. A null function pointer means "not offered".
///   Structs without a size are the exceptions: they never change in major 1.
/// - Reserved fields are zero. Values, flags and codes that are not listed may come in a later minor version.
/// - Text is UTF-8 with a length in bytes, not ended by NUL (it may contain one), and well-formed when it comes from
///   the host. Names (`const char *`) are NUL-terminated ASCII.
/// - Neither side frees what the other allocated. Pointers a call hands over live until that call returns, unless
///   their comment says otherwise.
/// - A function marked [any thread] may be called from several threads at once.
/// - No exception, panic or `longjmp` leaves a function of either side.
/// - A plugin calls the host only during a call from the host, and keeps no thread, signal handler, locale or working
///   directory of its own making in the process. It neither ends the process nor starts one, and prints nothing.
/// - What it needs of files and of the system it takes in `init` and `create`: later it may be confined to memory.
/// - The file stands alone: position-independent, without an executable stack, and without libraries beside it.
#ifndef PROVISO_H
#define PROVISO_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PROVISO_ABI_MAJOR 1u
#define PROVISO_ABI_MINOR 0u

#if defined(__GNUC__)
#define PROVISO_EXPORT __attribute__((visibility("default")))
#else
#define PROVISO_EXPORT
#endif

/// What a value holds: `proviso_value.kind`. A plugin treats a kind it does not know as one it does not accept.
enum {
    PROVISO_ABSENT = 0,   ///< the record has no such attribute
    PROVISO_NULL = 1,
    PROVISO_BOOL = 2,     ///< `as.boolean`, 0 or 1
    PROVISO_INTEGER = 3,  ///< `as.integer`
    PROVISO_UNSIGNED = 4, ///< `as.unsigned_integer`, only where it does not fit `PROVISO_INTEGER`
    PROVISO_DOUBLE = 5,   ///< `as.number`, finite
    PROVISO_DECIMAL = 6,  ///< `as.text`: a number's own JSON text, too long for the kinds above
    PROVISO_TEXT = 7,     ///< `as.text`
    PROVISO_BYTES = 8,    ///< `as.text`, not text
    PROVISO_LIST = 9,     ///< `as.handle` for the host's `list_item`; `length` is the number of items
    PROVISO_OBJECT = 10   ///< `as.handle` for the host's `object_member`; `length` is the number of members
};

/// What the host knows about a value already: `proviso_value.flags`. Bits not listed here are the host's own.
enum {
    PROVISO_FLAG_ASCII = 1 ///< every byte of the text is below 0x80; not set means "not known"
};

/// One value, as a validator sees it. It is the host's own representation: nothing is converted for a plugin.
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
        /// For the host's functions alone: it need not be the address of anything.
        const void *handle;
    } as;
    /// Bytes of a text, items of a list, members of an object; else 0.
    uint64_t length;
} proviso_value;

/// A named value: a parameter of a finding. Never a list or an object: a list of texts or numbers is given as several
/// parameters of one name, one for each item.
typedef struct proviso_parameter {
    const char *name;
    proviso_value value;
} proviso_parameter;

/// What `validate`, `create` and `init` return. Every negative number is a fault of the plugin: the host then reports
/// that the value could not be checked, never that it is valid. So is every number that is not listed.
enum {
    PROVISO_VALID = 0,
    PROVISO_INVALID = 1,
    PROVISO_NOT_APPLICABLE = 2, ///< this value is none of the rule's business; counts as valid
    PROVISO_FAULT = -1,
    PROVISO_FAULT_ARGUMENT = -2,
    PROVISO_FAULT_MEMORY = -3,
    PROVISO_FAULT_KIND = -4,
    PROVISO_FAULT_CANCELLED = -5,
    PROVISO_FAULT_EXCEPTION = -6
};

/// What `validate_batch` writes for a value that could not be checked, besides the three verdicts above.
enum { PROVISO_UNCHECKED = 255 };

/// How serious a log line is.
enum {
    PROVISO_LOG_DEBUG = 0,
    PROVISO_LOG_INFO = 1,
    PROVISO_LOG_WARNING = 2,
    PROVISO_LOG_ERROR = 3,
    PROVISO_LOG_HOST_MISBEHAVING = 4
};

/// What the host offers. Lives as long as the process.
typedef struct proviso_host {
    uint32_t size;
    /// The host's minor version of this ABI.
    uint32_t minor;
    const char *name;
    const char *version;

    /// Writes a line to the host's log. [any thread, during a call from the host]
    void (*log)(const struct proviso_host *host, uint32_t severity, const char *text, uint64_t length);

    /// Returns an item of a list, or null past its end and for what is no list. The item lives as long as the list.
    /// [any thread]
    const proviso_value *(*list_item)(const proviso_value *list, uint64_t index);

    /// Returns a member of an object in the order of the data, or null past the end and for what is no object. `key`
    /// and `key_length` may be null. The member and its key live as long as the object. [any thread]
    const proviso_value *(*object_member)(const proviso_value *object, uint64_t index, const char **key,
                                          uint64_t *key_length);

    /// Returns the first member with a key, or null. [any thread]
    const proviso_value *(*object_find)(const proviso_value *object, const char *key, uint64_t key_length);

    /// Returns a host extension by its id ("org.name/1"), or null: a static struct or function that the extension's
    /// own header describes. No plugin may require one. [any thread]
    const void *(*extension)(const struct proviso_host *host, const char *id);
} proviso_host;

/// What the host hands to one `validate` or `validate_batch`. Lives until that call returns.
typedef struct proviso_call {
    uint32_t size;
    uint32_t reserved;
    const proviso_host *host;
    /// When the host wants an answer, in nanoseconds of CLOCK_MONOTONIC; 0 is "no limit". What takes longer may be
    /// ended with the process it runs in.
    uint64_t deadline;
    /// Becomes non-zero when the answer is no longer wanted; work of more than some milliseconds looks at it and
    /// returns `PROVISO_FAULT_CANCELLED`. May be null.
    const volatile int32_t *cancelled;

    /// Reports a finding; null when only the verdict is wanted. `code` is one of the rule type's in the manifest, and
    /// the parameters are those it has there. Where `validate` reports nothing and returns `PROVISO_INVALID`, that is
    /// a finding with the manifest's `invalidCode`. Everything is copied before it returns. `row` is 0. Of very many
    /// findings the host keeps the first ones. [the thread of the call]
    void (*report)(struct proviso_call *call, uint64_t row, const char *code, const proviso_parameter *parameters,
                   uint64_t count);
} proviso_call;

/// Why `create` refused its options. The host fills `size` and clears the rest; texts are copied after `create`.
typedef struct proviso_failure {
    uint32_t size;
    uint32_t reserved;
    /// The option at fault, or null.
    const char *option;
    /// One sentence for the person who wrote the rule. Static, or kept until the next `create` on the same thread.
    const char *reason;
} proviso_failure;

/// What runs for one rule type; the manifest says what it is. Static: lives until `deinit`.
typedef struct proviso_rule {
    uint32_t size;
    uint32_t reserved;
    /// The rule type, as in the manifest: "vendor/name".
    const char *type;

    /// Makes an instance for one use of the rule type in a rule set. `rule` is the plugin's own descriptor, so one
    /// function can serve many rule types. `options` is an object, already checked against the manifest. Returns 0 and
    /// sets `instance` (which may stay null), or a fault and may fill `failure`. May be null where there are no options:
    /// `instance` is null then. [any thread]
    int32_t (*create)(const proviso_host *host, const struct proviso_rule *rule, const proviso_value *options,
                      void **instance, proviso_failure *failure);

    /// Checks one value, of one of the kinds in the manifest. Reports findings to `call` where it has a `report`, and
    /// returns the verdict, which does not depend on that. The value may not be kept.
    /// [any thread, also with the same instance at the same time]
    int32_t (*validate)(const void *instance, const proviso_value *value, proviso_call *call);

    /// Checks `count` values, `stride` bytes apart (24 at least, and a multiple of 8), and writes one verdict each:
    /// `PROVISO_VALID`, `PROVISO_INVALID`, `PROVISO_NOT_APPLICABLE` or `PROVISO_UNCHECKED`, which stands there before.
    /// It reports nothing: the host calls `validate` for the details, and the two always agree. May be null.
    /// Returns 0, or a fault that voids the whole batch. [any thread, also with the same instance at the same time]
    int32_t (*validate_batch)(const void *instance, const proviso_value *values, uint64_t stride, uint64_t count,
                              uint8_t *verdicts, proviso_call *call);

    /// Frees what `create` made, after the last `validate` has returned. Not called where there is no `create`. May be
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

/// What a plugin is. Static: lives until `deinit`.
typedef struct proviso_plugin {
    uint32_t size;
    /// The minor version of this ABI the plugin was built with.
    uint32_t minor;
    /// The least minor version of the host the plugin can work with; the host refuses it otherwise.
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

/// The one function a plugin exports. Returns null when it cannot work with this host. Its name carries the major
/// version, so a plugin may serve several majors. [once per process, before anything else]
PROVISO_EXPORT const proviso_plugin *proviso_plugin_entry_v1(const proviso_host *host);

#define PROVISO_NOTE_OWNER "Proviso"
#define PROVISO_NOTE_MANIFEST 1u

/// The manifest says what a plugin is, in JSON. This one has all there is:
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
///         "invalidCode": "multiple.wrong",
///         "options": {
///           "of": {"kinds": ["integer"], "required": true, "summary": "The number."},
///           "sign": {"kinds": ["text"], "values": ["any", "positive"], "summary": "Which ones."}
///         },
///         "codes": {"multiple.wrong": ["of"], "multiple.negative": []}
///       }]
///     })
///
/// - `id`: reverse DNS. `version`: the plugin's own, of any form. `vendor`: for people; may be left out.
/// - `locales`: BCP 47 tags, one for each catalog; may be left out.
/// - `type`: "vendor/name" in lower-case letters, digits and hyphens. `summary`: one sentence for the person who writes
///   rules; may be left out here and in an option.
/// - `kinds`: what `validate` is given, or what an option may be: `absent`, `null`, `boolean`, `integer`, `unsigned`,
///   `double`, `decimal`, `text`, `bytes`, `list`, `object`; `number` is short for the four kinds of numbers.
/// - `codes`: what it reports, "<rule>.<problem>", each with the names of its parameters; `attribute` is always there
///   and not listed. The catalogs are keyed by them.
/// - `invalidCode`: the one of them that the host reports for a value of a kind that `validate` is not given.
/// - `options`: may be left out. `required`: whether the rule cannot do without it; false unless given. `values`: the
///   texts it may be, where it is a text or a list of texts; any unless given.
///
/// Keys that are not listed are refused. It lies in an ELF note, so that it can be read without loading the plugin:
/// section `.note.proviso`, type SHT_NOTE, loaded, aligned to 4 bytes, in the processor's byte order:
///
/// - `uint32_t` 8, the size of the owner's name
/// - `uint32_t` the size of all that follows the name
/// - `uint32_t` `PROVISO_NOTE_MANIFEST`
/// - `char[8]` "Proviso" and a NUL
/// - `uint32_t` the major and `uint32_t` the minor version of this ABI that the plugin was built with
/// - the JSON text, UTF-8, with NULs behind it up to a multiple of 4 bytes; 1 MiB at most
#if defined(__GNUC__)
/// Puts the manifest into the plugin: once, outside of any function. The JSON stands there as it is, without quotes
/// around it.
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
