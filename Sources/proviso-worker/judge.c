#include <string.h>
#include <time.h>
#include <unistd.h>

#include "worker.h"

/// Space reserved for the result of a row, and the space below which further rows wait for the next request.
enum { RESERVE = 4096, FULL = 64 << 10 };

/// The receiver of a plugin's reports.
typedef struct sink {
    proviso_call call;
    uint32_t row, findings, dropped;
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
    // The host refuses more than its maximum; enough must be sent for it to see that.
    uint64_t sent = !parameters ? 0 : count < PRV_WORKER_MOST_PARAMETERS ? count : PRV_WORKER_MOST_PARAMETERS;
    answer_number((uint32_t)sent);
    for (uint64_t index = 0; index < sent; index++) parameter(&parameters[index]);
    part_end(start);
    if (!answer_is_whole() || answer_room() < RESERVE || own->findings >= PRV_WORKER_MOST_FINDINGS) {
        answer_cut(start);
        own->dropped++;
    } else {
        own->findings++;
    }
}

/// The time at which the chunk must be done.
static uint64_t deadline;

static uint64_t monotonic(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

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
    sink own = {plain_call(), row, 0, 0};
    own.call.report = report;
    int32_t result = rule->validate(instance, value, &own.call);
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

/// Validates a chunk at once; false if its rows must be validated one by one.
static bool judge_chunk(const proviso_rule *rule, const void *instance, const proviso_value *values, uint64_t start,
                        uint64_t count) {
    if (!rule->validate_batch || count < 2) return false;
    uint8_t *verdicts = shared + PRV_WORKER_VERDICTS + start;
    proviso_call call = plain_call();
    uint8_t batch[PRV_WORKER_MOST_ROWS];
    memset(batch, 255, count);
    if (rule->validate_batch(instance, values + start, sizeof *values, count, batch, &call) != 0) return false;
    for (uint64_t index = 0; index < count; index++) {
        if (batch[index] == PROVISO_VALID || batch[index] == PROVISO_NOT_APPLICABLE) {
            verdicts[index] = batch[index];
            continue;
        }
        judge_row(rule, instance, &values[start + index], (uint32_t)(start + index));
        // If the row alone is valid, there is no result: the host treats an invalid row without a result as a fault.
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
    for (uint64_t row = 0; row < count; row++) {
        if (!unpack(&values[row], 0)) _exit(PRV_WORKER_MISUSED);
    }
    for (uint64_t start = 0; start < count; start += chunk) {
        __atomic_store_n(&asked->progress, start, __ATOMIC_RELEASE);
        deadline = monotonic() + asked->patience;
        uint64_t size = count - start < chunk ? count - start : chunk;
        if (judge_chunk(rule, instance, values, start, size)) continue;
        for (uint64_t row = start; row < start + size; row++) {
            judge_row(rule, instance, &values[row], (uint32_t)row);
        }
    }
    __atomic_store_n(&asked->progress, count, __ATOMIC_RELEASE);
}
