#define _GNU_SOURCE
#include "system_bridge.h"

#include <arpa/nameser.h>
#include <netdb.h>
#include <pthread.h>
#include <resolv.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_QUESTIONS = 32, ANSWER_SIZE = 4096, LONGEST_NAME = 255 };

/// One request, shared by the caller and the thread that looks it up; the last of them frees it.
typedef struct question {
    pthread_mutex_t lock;
    pthread_cond_t answered;
    bool done;
    bool abandoned;
    int seconds;
    prv_mail_answer answer;
    char domain[LONGEST_NAME + 2];
} question;

static atomic_int running = 0;

static void release(question *asked) {
    pthread_mutex_destroy(&asked->lock);
    pthread_cond_destroy(&asked->answered);
    free(asked);
}

/// Whether any of the MX records in an answer names a host: a lone root name means "no mail here".
static prv_mail_answer judge_mx(const unsigned char *bytes, int length) {
    ns_msg message;
    ns_rr record;
    char host[NS_MAXDNAME];
    if (ns_initparse(bytes, length, &message) != 0) return PRV_MAIL_UNKNOWN;
    int records = 0;
    for (int index = 0; index < ns_msg_count(message, ns_s_an); index++) {
        if (ns_parserr(&message, ns_s_an, index, &record) != 0) return PRV_MAIL_UNKNOWN;
        if (ns_rr_type(record) != ns_t_mx || ns_rr_rdlen(record) < 3) continue;
        records++;
        int used = ns_name_uncompress(ns_msg_base(message), ns_msg_end(message), ns_rr_rdata(record) + 2, host,
                                      sizeof host);
        if (used > 0 && host[0] != '\0' && strcmp(host, ".") != 0) return PRV_MAIL_YES;
    }
    return records > 0 ? PRV_MAIL_NO : PRV_MAIL_UNKNOWN;
}

static prv_mail_answer look_up(const char *domain, int seconds) {
    static const int types[] = {ns_t_mx, ns_t_a, ns_t_aaaa};
    struct __res_state state;
    unsigned char answer[ANSWER_SIZE];
    memset(&state, 0, sizeof state);
    if (res_ninit(&state) != 0) return PRV_MAIL_UNKNOWN;
    // Enough for the thread not to outlive its request by long.
    state.retrans = seconds > 1 ? seconds : 1;
    state.retry = 1;
    prv_mail_answer result = PRV_MAIL_NO;
    for (int index = 0; index < 3; index++) {
        int length = res_nquery(&state, domain, ns_c_in, types[index], answer, sizeof answer);
        if (length > 0) {
            prv_mail_answer found = PRV_MAIL_YES;
            // A long answer was cut to what fits.
            if (index == 0) found = judge_mx(answer, length < ANSWER_SIZE ? length : ANSWER_SIZE);
            if (index == 0 && found == PRV_MAIL_UNKNOWN) continue;
            result = found;
            break;
        }
        if (state.res_h_errno == HOST_NOT_FOUND) {
            result = PRV_MAIL_NO;
            break;
        }
        if (state.res_h_errno != NO_DATA) result = PRV_MAIL_UNKNOWN;
    }
    res_nclose(&state);
    return result;
}

static void *run(void *argument) {
    question *asked = argument;
    prv_mail_answer answer = look_up(asked->domain, asked->seconds);
    pthread_mutex_lock(&asked->lock);
    asked->answer = answer;
    asked->done = true;
    bool abandoned = asked->abandoned;
    pthread_cond_signal(&asked->answered);
    pthread_mutex_unlock(&asked->lock);
    if (abandoned) release(asked);
    atomic_fetch_sub(&running, 1);
    return NULL;
}

static bool start(question *asked) {
    pthread_t thread;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return false;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    bool started = pthread_create(&thread, &attributes, run, asked) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

static struct timespec deadline_after(double seconds) {
    struct timespec deadline;
    clock_gettime(CLOCK_MONOTONIC, &deadline);
    time_t whole = (time_t)seconds;
    deadline.tv_sec += whole;
    deadline.tv_nsec += (long)((seconds - (double)whole) * 1e9);
    if (deadline.tv_nsec >= 1000000000L) {
        deadline.tv_sec += 1;
        deadline.tv_nsec -= 1000000000L;
    }
    return deadline;
}

static prv_mail_answer wait_for(question *asked, double timeout) {
    struct timespec deadline = deadline_after(timeout);
    pthread_mutex_lock(&asked->lock);
    while (!asked->done && pthread_cond_timedwait(&asked->answered, &asked->lock, &deadline) == 0) {
    }
    bool done = asked->done;
    prv_mail_answer answer = done ? asked->answer : PRV_MAIL_LATE;
    asked->abandoned = !done;
    pthread_mutex_unlock(&asked->lock);
    if (done) release(asked);
    return answer;
}

prv_mail_answer prv_domain_takes_mail(const char *domain, double timeout) {
    size_t length = strlen(domain);
    if (length == 0 || length > LONGEST_NAME) return PRV_MAIL_NO;
    if (!(timeout > 0)) return PRV_MAIL_LATE;
    if (timeout > 3600) timeout = 3600;
    if (atomic_fetch_add(&running, 1) >= MOST_QUESTIONS) {
        atomic_fetch_sub(&running, 1);
        return PRV_MAIL_BUSY;
    }
    question *asked = calloc(1, sizeof *asked);
    if (!asked) {
        atomic_fetch_sub(&running, 1);
        return PRV_MAIL_UNKNOWN;
    }
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&asked->answered, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&asked->lock, NULL);
    asked->seconds = (int)timeout;
    memcpy(asked->domain, domain, length);
    if (!start(asked)) {
        release(asked);
        atomic_fetch_sub(&running, 1);
        return PRV_MAIL_UNKNOWN;
    }
    return wait_for(asked, timeout);
}
