#include <string.h>
#include <time.h>
#include <unistd.h>

#include "worker.h"

/// Room kept for the result of a row and for the host's patience.
enum { RESERVE = 4096, FULL = 64 << 10 };

/// What a plugin reports to.
typedef struct sink {
    proviso_call call;
    uint32_t row, findings, dropped;
    /// Whether the answer had no room for a finding.
    bool is_cut;
} sink;

static void parameter(const proviso_parameter *given) {
    answer_name(given->name, 256);
    const proviso_value *value = &given->value;
    answer_number(value->kind);
    answer_long(value->as.unsigned_integer);
    answer_long(value->length);
    bool is_text = value->kind >= PROVISO_DECIMAL && value->kind <= PROVISO_BYTES;
    if (is_text && value->as.text && value->length <= PRV_WORKER_LONGEST_TEXT) {
        answer_number((uint32_t)value->length);
        answer_bytes(value->as.text, value->length);
    } else {
        answer_number(UINT32_MAX);
    }
}

static void report(proviso_call *call, uint64_t row, const char *code, const proviso_parameter *parameters,
                   uint64_t count) {
    (void)row;
    if (!call) return;
    sink *own = (sink *)call;
    size_t start = part_begin(PRV_WORKER_FINDING, own->row);
    answer_name(code, 256);
    answer_long(count);
    // The host refuses more than it takes; what is sent must only be enough for it to see that.
    uint64_t sent = !parameters ? 0 : count < PRV_WORKER_MOST_PARAMETERS ? count : PRV_WORKER_MOST_PARAMETERS;
    answer_number((uint32_t)sent);
    for (uint64_t index = 0; index < sent; index++) parameter(&parameters[index]);
    part_end(start);
    bool fits = answer_is_whole() && answer_room() >= RESERVE;
    if (!fits || own->findings >= PRV_WORKER_MOST_FINDINGS) {
        answer_cut(start);
        own->dropped++;
        own->is_cut |= !fits;
    } else {
        own->findings++;
    }
}

/// The deadline of the row, or of the chunk in `validate_batch`.
static uint64_t deadline;

/// Some milliseconds before CLOCK_MONOTONIC, for a quarter of its cost: it is read for each row.
static uint64_t monotonic(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/// Whether each row is a list of a value and of the record that the rule reads. A copy: the plugin can write to the
/// request's own flag.
static bool reads_records;

static proviso_call plain_call(void) {
    const prv_worker_control *asked = control();
    proviso_call call;
    memset(&call, 0, sizeof call);
    call.size = sizeof call;
    call.host = &host;
    call.deadline = deadline;
    call.cancelled = &asked->cancelled;
    return call;
}

static void judge_row(const proviso_rule *rule, const void *instance, const proviso_value *value, uint32_t row) {
    uint8_t *verdict = shared + PRV_WORKER_VERDICTS + row;
    if (answer_room() < FULL) {
        *verdict = PRV_WORKER_ASK_AGAIN;
        return;
    }
    sink own = {plain_call(), row, 0, 0, false};
    if (reads_records) {
        const prv_worker_node *pair = value->as.handle;
        value = &pair[0].value;
        own.call.record = &pair[1].value;
    }
    own.call.report = report;
    size_t before = answer_room();
    int32_t result = rule->validate(instance, value, &own.call);
    if (own.is_cut && before < PRV_WORKER_ANSWER_SIZE) {
        // What earlier rows reported takes the room: the first row of the next answer has all of it.
        answer_cut(PRV_WORKER_ANSWER_SIZE - before);
        *verdict = PRV_WORKER_ASK_AGAIN;
        return;
    }
    if (own.findings == 0 && own.dropped == 0 && (result == PROVISO_VALID || result == PROVISO_NOT_APPLICABLE)) {
        *verdict = (uint8_t)result;
        return;
    }
    *verdict = PROVISO_INVALID;
    size_t start = part_begin(PRV_WORKER_RESULT, row);
    answer_number((uint32_t)result);
    answer_number(own.dropped);
    part_end(start);
}

static void done(uint64_t rows) { __atomic_store_n(&control()->progress, rows, __ATOMIC_RELEASE); }

/// Validates a chunk at once; false if its rows must be validated one by one.
static bool judge_chunk(const proviso_rule *rule, const void *instance, const proviso_value *values, uint64_t start,
                        uint64_t count) {
    // A batch has no place for the record of each value.
    if (!rule->validate_batch || count < 2 || reads_records) return false;
    uint8_t *verdicts = shared + PRV_WORKER_VERDICTS + start;
    proviso_call call = plain_call();
    uint8_t batch[PRV_WORKER_MOST_ROWS];
    memset(batch, 255, count);
    if (rule->validate_batch(instance, values + start, sizeof *values, count, batch, &call) != 0) return false;
    for (uint64_t index = 0; index < count && !control()->cancelled; done(start + ++index)) {
        if (batch[index] == PROVISO_VALID || batch[index] == PROVISO_NOT_APPLICABLE) {
            verdicts[index] = batch[index];
            continue;
        }
        deadline = monotonic() + control()->patience;
        judge_row(rule, instance, &values[start + index], (uint32_t)(start + index));
        // A valid verdict here contradicts the batch: the host treats an invalid row without a result as a fault.
        if (batch[index] == PROVISO_INVALID && verdicts[index] != PRV_WORKER_ASK_AGAIN) {
            verdicts[index] = PROVISO_INVALID;
        }
    }
    return true;
}

void judge(const proviso_rule *rule, const void *instance) {
    prv_worker_control *asked = control();
    proviso_value *values = (proviso_value *)(shared + PRV_WORKER_REQUEST);
    uint64_t count = asked->count < PRV_WORKER_MOST_ROWS ? asked->count : PRV_WORKER_MOST_ROWS;
    uint64_t chunk = asked->chunk > 0 ? asked->chunk : 1;
    reads_records = asked->flags & PRV_WORKER_READS_RECORDS;
    for (uint64_t row = 0; row < count; row++) {
        if (!unpack(&values[row], 0)) _exit(PRV_WORKER_MISUSED);
        if (reads_records && (values[row].kind != PROVISO_LIST || values[row].length != 2)) _exit(PRV_WORKER_MISUSED);
    }
    // A host that has waited long enough cancels the rest: what is done by then counts.
    for (uint64_t start = 0; start < count && !asked->cancelled; start += chunk) {
        deadline = monotonic() + asked->patience;
        uint64_t size = count - start < chunk ? count - start : chunk;
        if (judge_chunk(rule, instance, values, start, size)) continue;
        for (uint64_t row = start; row < start + size && !asked->cancelled; done(++row)) {
            deadline = monotonic() + asked->patience;
            judge_row(rule, instance, &values[row], (uint32_t)row);
        }
    }
}
