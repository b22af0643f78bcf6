/// Findings, verdicts, logs and the shared memory: what the host reads of a plugin.
#include "attack.h"

static int32_t report(scene *at, const char *code, const proviso_parameter *parameters, uint64_t count) {
    if (at->call && at->call->report) at->call->report(at->call, 0, code, parameters, count);
    return PROVISO_INVALID;
}
static int32_t report_text(scene *at, const char *text, uint64_t length) {
    proviso_parameter what = {"text", {PROVISO_TEXT, 0, {.text = text}, length}};
    return report(at, "evil.note", &what, 1);
}
static int32_t report_value(scene *at, proviso_value value) {
    proviso_parameter what = {"text", value};
    return report(at, "evil.note", &what, 1);
}

static int32_t code_undeclared(scene *at) { return report(at, "evil.\033[31mX\nY<script>", 0, 0); }
static int32_t code_builtin(scene *at) { return report(at, "required.blank", 0, 0); }
static int32_t code_fault(scene *at) { return report(at, "rule.fault", 0, 0); }
static int32_t code_null(scene *at) { return report(at, 0, 0, 0); }
static int32_t code_empty(scene *at) { return report(at, "", 0, 0); }
static int32_t code_wild(scene *at) { return report(at, (const char *)0x10, 0, 0); }
static int32_t code_endless(scene *at) {
    char *text = malloc(4 << 20);
    memset(text, 'a', 4 << 20);
    text[(4 << 20) - 1] = 0;
    return report(at, text, 0, 0);
}
static int32_t code_bad_text(scene *at) { return report(at, "evil.\xff\xc0\x80", 0, 0); }
static int32_t findings_many(scene *at) {
    for (int index = 0; index < 2000000; index++) report(at, "evil.bad", 0, 0);
    return PROVISO_INVALID;
}
static int32_t findings_large(scene *at) {
    enum { SIZE = 1 << 20 };
    static char text[SIZE];
    memset(text, 'x', SIZE);
    for (int index = 0; index < 900; index++) report_text(at, text, SIZE);
    return PROVISO_INVALID;
}
/// As much as an answer holds.
static int32_t findings_full(scene *at) {
    enum { SIZE = 1 << 20 };
    static char text[SIZE];
    memset(text, 'x', SIZE);
    for (int index = 0; index < 7; index++) report_text(at, text, SIZE);
    return PROVISO_INVALID;
}
static int32_t parameters_many(scene *at) {
    static proviso_parameter many[4000];
    for (int index = 0; index < 4000; index++) many[index] = (proviso_parameter){"text", {.kind = PROVISO_INTEGER}};
    return report(at, "evil.note", many, 4000);
}
static int32_t parameters_endless(scene *at) {
    proviso_parameter what = {"text", {.kind = PROVISO_INTEGER}};
    return report(at, "evil.note", &what, UINT64_MAX);
}
static int32_t parameters_null(scene *at) { return report(at, "evil.note", 0, 3); }
static int32_t parameter_wild(scene *at) { return report_text(at, (const char *)0x10, 50); }
static int32_t parameter_null_text(scene *at) { return report_text(at, 0, 50); }
static int32_t parameter_endless(scene *at) { return report_text(at, "x", UINT64_MAX); }
static int32_t parameter_unnamed(scene *at) {
    proviso_parameter what = {0, {PROVISO_TEXT, 0, {.text = "x"}, 1}};
    return report(at, "evil.note", &what, 1);
}
static int32_t parameter_kind_99(scene *at) { return report_value(at, (proviso_value){.kind = 99}); }
static int32_t parameter_kind_absent(scene *at) { return report_value(at, (proviso_value){.kind = PROVISO_ABSENT}); }
static int32_t parameter_boolean_77(scene *at) {
    return report_value(at, (proviso_value){PROVISO_BOOL, 0, {.boolean = 77}, 0});
}
static int32_t parameter_list(scene *at) { return report_value(at, (proviso_value){PROVISO_LIST, 0, {.handle = at->value}, 5}); }
static int32_t parameter_object(scene *at) { return report_value(at, (proviso_value){PROVISO_OBJECT, 0, {.handle = (void *)1}, 5}); }
static int32_t parameter_decimal(scene *at) {
    return report_value(at, (proviso_value){PROVISO_DECIMAL, 0, {.text = "1e999999999\",\"x\":{"}, 19});
}
static int32_t parameter_integer(scene *at) {
    return report_value(at, (proviso_value){PROVISO_INTEGER, 0, {.integer = INT64_MIN}, 0});
}
static int32_t parameter_double(scene *at) {
    return report_value(at, (proviso_value){PROVISO_DOUBLE, 0, {.number = 1.7976931348623157e308}, 0});
}
/// A decimal of half a million digits.
static int32_t parameter_digits(scene *at) {
    static char digits[500000];
    memset(digits, '7', sizeof digits);
    digits[1] = '.';
    return report_value(at, (proviso_value){PROVISO_DECIMAL, 0, {.text = digits}, sizeof digits});
}
static int32_t parameter_exponent(scene *at) {
    return report_value(at, (proviso_value){PROVISO_DECIMAL, 0, {.text = "1e999999999"}, 11});
}
static int32_t parameter_bytes(scene *at) {
    return report_value(at, (proviso_value){PROVISO_BYTES, 0, {.text = "\xff\0<script>\033"}, 11});
}
static int32_t parameter_bad_text(scene *at) { return report_text(at, "\xff\xfe\0\xc0\x80\xed\xa0\x80ok", 10); }
static int32_t parameter_two_megabytes(scene *at) {
    char *text = malloc(2 << 20);
    memset(text, 'A', 2 << 20);
    return report_text(at, text, 2 << 20);
}
static int32_t parameter_not_a_number(scene *at) {
    return report_value(at, (proviso_value){PROVISO_DOUBLE, 0, {.number = 0.0 / (double)zero}, 0});
}
static int32_t parameter_infinite(scene *at) {
    return report_value(at, (proviso_value){PROVISO_DOUBLE, 0, {.number = 1.0 / (double)zero}, 0});
}
static int32_t parameter_attribute(scene *at) {
    proviso_parameter what[2] = {
        {"attribute", {PROVISO_TEXT, 0, {.text = "SPOOF"}, 5}}, {"text", {PROVISO_TEXT, 0, {.text = "x"}, 1}}};
    return report(at, "evil.note", what, 2);
}
static int32_t parameter_undeclared(scene *at) {
    proviso_parameter what[2] = {
        {"reason", {PROVISO_TEXT, 0, {.text = "X"}, 1}}, {"text", {PROVISO_TEXT, 0, {.text = "x"}, 1}}};
    return report(at, "evil.note", what, 2);
}
static int32_t parameter_missing(scene *at) { return report(at, "evil.note", 0, 0); }
static int32_t parameter_hostile(scene *at) {
    static const char text[] = "\033[2J\033]0;t\a\n::error::x\r\n=cmd|'/c calc'!A0<script>\xe2\x80\xae";
    return report_text(at, text, sizeof text - 1);
}
static int32_t row_seven(scene *at) {
    if (at->call && at->call->report) at->call->report(at->call, 7, "evil.bad", 0, 0);
    return PROVISO_INVALID;
}
static int32_t row_endless(scene *at) {
    if (at->call && at->call->report) at->call->report(at->call, UINT64_MAX, "evil.bad", 0, 0);
    return PROVISO_INVALID;
}
static int32_t valid_with_findings(scene *at) { return report(at, "evil.bad", 0, 0), PROVISO_VALID; }
static int32_t not_applicable_with_findings(scene *at) { return report(at, "evil.bad", 0, 0), PROVISO_NOT_APPLICABLE; }
static int32_t fault_with_findings(scene *at) { return report(at, "evil.bad", 0, 0), PROVISO_FAULT; }
static int32_t verdict_77(scene *at) { return (void)at, 77; }
static int32_t verdict_254(scene *at) { return (void)at, PRV_WORKER_ASK_AGAIN; }
static int32_t verdict_255(scene *at) { return (void)at, PROVISO_UNCHECKED; }
static int32_t verdict_lowest(scene *at) { return (void)at, INT32_MIN; }
static int32_t verdict_fault(scene *at) { return (void)at, PROVISO_FAULT_MEMORY; }
/// The report of an earlier call, with that call and with this one.
static proviso_call *old_call, old_copy;
static int32_t report_late(scene *at) {
    if (old_call && old_copy.report) old_copy.report(&old_copy, 0, "evil.bad", 0, 0);
    if (at->call) old_call = at->call, old_copy = *at->call;
    return PROVISO_VALID;
}
static int32_t call_null(scene *at) { return at->call->report(0, 0, "evil.bad", 0, 0), PROVISO_INVALID; }
static int32_t call_copied(scene *at) {
    proviso_call *copy = calloc(1, 4096);
    memcpy(copy, at->call, at->call->size);
    copy->size = 4096;
    if (copy->report) copy->report(copy, 0, "evil.bad", 0, 0);
    return PROVISO_INVALID;
}
static int32_t call_changed(scene *at) {
    at->call->deadline = 0;
    at->call->size = 0;
    at->call->host = 0;
    at->call->cancelled = 0;
    return PROVISO_VALID;
}
static int32_t host_changed(scene *at) {
    proviso_host *host = (proviso_host *)at->host;
    host->size = 0;
    host->object_find = 0;
    return PROVISO_VALID;
}
static int32_t logs_flood(scene *at) {
    for (int index = 0; index < 1000000; index++) {
        at->host->log(at->host, 3, "flood \033[31m red\nforged: line\xe2\x80\xae rtl", 30);
    }
    return PROVISO_VALID;
}
static int32_t logs_few(scene *at) {
    at->host->log(at->host, 3, "\033[31mred\nforged.ndjson:1:1: error: all is well\xe2\x80\xae", 52);
    return PROVISO_VALID;
}
static int32_t logs_badly(scene *at) {
    at->host->log(at->host, 99, 0, 5);
    at->host->log(0, 1, "x", UINT64_MAX >> 1);
    return PROVISO_VALID;
}
static int32_t prints(scene *at) {
    (void)at;
    static const char text[] = "d.ndjson:1:1: FAKE: all fine [fake]\n";
    for (int descriptor = 1; descriptor < 3; descriptor++) (void)!write(descriptor, text, sizeof text - 1);
    printf("%s", text);
    fflush(stdout);
    return PROVISO_VALID;
}
static int32_t closes(scene *at) {
    (void)at;
    for (int descriptor = 0; descriptor < 1024; descriptor++) close(descriptor);
    return PROVISO_VALID;
}
static int32_t closes_memory(scene *at) {
    (void)at;
    for (int descriptor = PRV_WORKER_MEMORY; descriptor < 64; descriptor++) close(descriptor);
    return PROVISO_VALID;
}
/// Takes the place of its channel, so that nothing arrives any more.
static int32_t replaces_channel(scene *at) {
    int ends[2];
    if (pipe(ends) != 0 || dup2(ends[0], PRV_WORKER_CHANNEL) < 0) return tell(at, "not replaced");
    return PROVISO_VALID;
}

// Host functions with arguments that the host never made.
static int32_t handles_forged(scene *at) {
    proviso_value list = {PROVISO_LIST, 0, {.handle = (void *)0x4141414141414141}, UINT64_MAX};
    proviso_value object = {PROVISO_OBJECT, 0, {.handle = (void *)8}, UINT64_MAX};
    for (uint64_t index = 0; index < 3; index++) at->host->list_item(&list, index * 0x7fffffffffff);
    at->host->object_member(&object, 1, 0, 0);
    at->host->object_find(&object, "x", 1);
    return tell(at, "null");
}
static int32_t handles_null(scene *at) {
    at->host->list_item(0, 0);
    at->host->object_member(0, 0, 0, 0);
    at->host->object_find(0, 0, 0);
    at->host->object_find(at->value, 0, UINT64_MAX);
    at->host->list_item(at->value, UINT64_MAX);
    at->host->extension(at->host, 0);
    at->host->extension(0, "x");
    return tell(at, "null");
}

// The shared memory.
#define MEMORY                                                                                                         \
    unsigned char *memory = shared(at->value);                                                                         \
    if (!memory) return tell(at, "no shared memory");                                                                  \
    prv_worker_control *control = (void *)memory;                                                                      \
    (void)control
static void all_numbers(void) {
    for (uint64_t number = 0; number < 100; number++) (void)!write(PRV_WORKER_CHANNEL, &number, sizeof number);
}
static int32_t channel_garbage(scene *at) {
    (void)at;
    static char bytes[200];
    memset(bytes, 0xAA, sizeof bytes);
    for (int index = 0; index < 100; index++) (void)!write(PRV_WORKER_CHANNEL, bytes, (size_t)(index * 7 % 200));
    return PROVISO_VALID;
}
static int32_t channel_flood(scene *at) {
    (void)at;
    uint64_t number = 0;
    for (;;) (void)!write(PRV_WORKER_CHANNEL, &number, sizeof number);
}
static int32_t channel_answers(scene *at) {
    (void)at, all_numbers();
    for (;;) sleep(1);
}
static int32_t channel_drained(scene *at) {
    // Reads the requests that are not for it.
    (void)at;
    char bytes[64];
    fcntl(PRV_WORKER_CHANNEL, F_SETFL, O_NONBLOCK);
    (void)!read(PRV_WORKER_CHANNEL, bytes, sizeof bytes);
    return PROVISO_VALID;
}
static int32_t progress_forged(scene *at) {
    MEMORY;
    for (;;) usleep(300000), control->progress++;
}
static int32_t progress_wild(scene *at) {
    MEMORY;
    for (uint64_t turn = 0;; turn++) usleep(100000), control->progress = turn % 2 ? UINT64_MAX : turn;
}
static int32_t verdicts_forged(scene *at) {
    MEMORY;
    memset(memory + PRV_WORKER_VERDICTS, 0, control->count);
    control->progress = control->count;
    control->answered = 0;
    all_numbers();
    for (;;) sleep(1);
}
static int32_t verdicts_odd(scene *at) {
    MEMORY;
    memset(memory + PRV_WORKER_VERDICTS, PRV_WORKER_ASK_AGAIN, PRV_WORKER_MOST_ROWS);
    control->progress = control->count;
    control->answered = 0;
    all_numbers();
    _exit(0);
}
static int32_t answer_garbage(scene *at) {
    MEMORY;
    memset(memory + PRV_WORKER_ANSWER, 0xff, PRV_WORKER_ANSWER_SIZE);
    control->answered = UINT64_MAX;
    all_numbers();
    for (;;) sleep(1);
}
/// An answer of log lines alone, each of so many bytes.
static int32_t answer_logs(scene *at, uint32_t size) {
    MEMORY;
    const uint32_t part[3] = {PRV_WORKER_LOG, 3, size};
    uint64_t used = 0;
    memset(memory + PRV_WORKER_ANSWER, 'x', PRV_WORKER_ANSWER_SIZE);
    for (; used + sizeof part + size <= PRV_WORKER_ANSWER_SIZE; used += sizeof part + size) {
        memcpy(memory + PRV_WORKER_ANSWER + used, part, sizeof part);
    }
    memset(memory + PRV_WORKER_VERDICTS, PROVISO_VALID, PRV_WORKER_MOST_ROWS);
    control->answered = used;
    control->progress = control->count;
    control->status = PROVISO_FAULT;
    all_numbers();
    for (;;) sleep(1);
}
static int32_t answer_many_logs(scene *at) { return answer_logs(at, 0); }
static int32_t answer_long_logs(scene *at) { return answer_logs(at, 100000); }
static int32_t answer_huge(scene *at) {
    MEMORY;
    uint32_t part[3] = {PRV_WORKER_FINDING, 0, 0xfffffff0u};
    memcpy(memory + PRV_WORKER_ANSWER, part, sizeof part);
    control->answered = sizeof part;
    return PROVISO_INVALID;
}
/// The request itself: counts, kinds and offsets that the worker reads after this value.
static int32_t request_garbage(scene *at) {
    MEMORY;
    memset(memory + PRV_WORKER_REQUEST, 0x7f, 1 << 16);
    control->count = UINT64_MAX;
    control->chunk = 0;
    control->instance = UINT64_MAX;
    control->operation = 77;
    return PROVISO_VALID;
}
static int32_t status_forged(scene *at) {
    MEMORY;
    control->status = PRV_WORKER_CANNOT_CONFINE;
    memcpy(memory + PRV_WORKER_ANSWER, "seccomp (harmless)", 19);
    control->answered = 18;
    all_numbers();
    for (;;) sleep(1);
}
static unsigned char *scribbled;
static void *scribble(void *unused) {
    for (unsigned turn = 1;; turn = turn * 1103515245 + 12345) {
        unsigned char *answer = scribbled + PRV_WORKER_ANSWER;
        for (int index = 0; index < 4096; index++) answer[index] = (unsigned char)(turn >> (index % 24));
        ((prv_worker_control *)scribbled)->answered = turn >> 8;
        for (int index = 0; index < 6; index++) scribbled[PRV_WORKER_VERDICTS + index] = (unsigned char)turn;
    }
    return unused;
}
static int32_t scribbles(scene *at) {
    if (scribbled) return 0;
    MEMORY;
    scribbled = memory;
    pthread_t thread;
    int error = pthread_create(&thread, 0, scribble, 0);
    return error ? tell_number(at, "no thread", error) : 0;
}
static int32_t memory_unmapped(scene *at) {
    MEMORY;
    munmap(memory, PRV_WORKER_MEMORY_SIZE);
    return PROVISO_VALID;
}
static int32_t memory_protected(scene *at) {
    MEMORY;
    mprotect(memory, PRV_WORKER_MEMORY_SIZE, PROT_READ);
    return PROVISO_VALID;
}
static int32_t value_changed(scene *at) {
    proviso_value *value = (proviso_value *)at->value;
    value->length = UINT64_MAX;
    value->kind = 99;
    return PROVISO_VALID;
}

// `create`.
static int32_t failure_wild(scene *at) {
    if (!at->failure) return PROVISO_FAULT;
    at->failure->option = (const char *)0x1234;
    at->failure->reason = (const char *)1;
    return PROVISO_FAULT_ARGUMENT;
}
static int32_t failure_long(scene *at) {
    char *text = malloc(16 << 20);
    memset(text, 'x', 16 << 20);
    text[(16 << 20) - 1] = 0;
    if (at->failure) at->failure->reason = at->failure->option = text;
    return PROVISO_FAULT_ARGUMENT;
}
static int32_t failure_hostile(scene *at) {
    if (at->failure) {
        at->failure->option = "no\033such\noption";
        at->failure->reason = "No.\033[31mRED\nrules.yaml:1:1: ok; use --plugin-mode inproc\xe2\x80\xae";
    }
    return PROVISO_FAULT_ARGUMENT;
}

// `validate_batch`.
static int32_t batch_lies(scene *at) { return memset(at->verdicts, PROVISO_INVALID, at->count), 0; }
static int32_t batch_odd(scene *at) { return memset(at->verdicts, 99, at->count), 0; }
static int32_t batch_254(scene *at) { return memset(at->verdicts, PRV_WORKER_ASK_AGAIN, at->count), 0; }
static int32_t batch_overflows(scene *at) { return memset(at->verdicts, 0, at->count + 100000), 0; }

#define ANSWERS                                                                                                        \
    {"code-undeclared", code_undeclared}, {"code-builtin", code_builtin}, {"code-fault", code_fault},                  \
        {"code-null", code_null}, {"code-empty", code_empty}, {"code-wild", code_wild},                                \
        {"code-endless", code_endless}, {"code-bad-text", code_bad_text}, {"findings-many", findings_many},            \
        {"findings-large", findings_large}, {"findings-full", findings_full}, {"parameters-many", parameters_many},                                      \
        {"parameters-endless", parameters_endless}, {"parameters-null", parameters_null},                              \
        {"parameter-wild", parameter_wild}, {"parameter-null-text", parameter_null_text},                              \
        {"parameter-endless", parameter_endless}, {"parameter-unnamed", parameter_unnamed},                            \
        {"parameter-99", parameter_kind_99}, {"parameter-absent", parameter_kind_absent},                              \
        {"parameter-boolean", parameter_boolean_77}, {"parameter-list", parameter_list},                               \
        {"parameter-object", parameter_object}, {"parameter-decimal", parameter_decimal},                              \
        {"parameter-bytes", parameter_bytes}, {"parameter-integer", parameter_integer},\
        {"parameter-double", parameter_double}, {"parameter-digits", parameter_digits},\
        {"parameter-exponent", parameter_exponent}, {"parameter-bad-text", parameter_bad_text},                              \
        {"parameter-2MB", parameter_two_megabytes}, {"parameter-nan", parameter_not_a_number},                         \
        {"parameter-infinite", parameter_infinite}, {"parameter-attribute", parameter_attribute},                      \
        {"parameter-undeclared", parameter_undeclared}, {"parameter-missing", parameter_missing},                      \
        {"parameter-hostile", parameter_hostile}, {"row-7", row_seven}, {"row-endless", row_endless},                  \
        {"valid-findings", valid_with_findings}, {"not-applicable-findings", not_applicable_with_findings},            \
        {"fault-findings", fault_with_findings}, {"verdict-77", verdict_77}, {"verdict-254", verdict_254},             \
        {"verdict-255", verdict_255}, {"verdict-lowest", verdict_lowest}, {"verdict-memory", verdict_fault},           \
        {"report-late", report_late}, {"call-null", call_null}, {"call-copied", call_copied},                          \
        {"call-changed", call_changed}, {"host-changed", host_changed}, {"log-flood", logs_flood},                     \
        {"log-few", logs_few}, {"log-badly", logs_badly}, {"print", prints}, {"close", closes},                        \
        {"close-memory", closes_memory}, {"replace-channel", replaces_channel}, {"handles-forged", handles_forged},    \
        {"handles-null", handles_null}, {"channel-garbage", channel_garbage}, {"channel-flood", channel_flood},        \
        {"channel-answers", channel_answers}, {"channel-drained", channel_drained},                                    \
        {"progress-forged", progress_forged}, {"progress-wild", progress_wild}, {"verdicts-forged", verdicts_forged},  \
        {"verdicts-odd", verdicts_odd}, {"answer-garbage", answer_garbage}, {"answer-huge", answer_huge},              \
        {"answer-many-logs", answer_many_logs}, {"answer-long-logs", answer_long_logs},                                 \
        {"request-garbage", request_garbage}, {"status-forged", status_forged}, {"scribble", scribbles},               \
        {"memory-unmapped", memory_unmapped}, {"memory-protected", memory_protected},                                  \
        {"value-changed", value_changed}, {"failure-wild", failure_wild}, {"failure-long", failure_long},              \
        {"failure-hostile", failure_hostile}, {"batch-lies", batch_lies}, {"batch-odd", batch_odd},                    \
        {"batch-254", batch_254}, {"batch-overflows", batch_overflows}
