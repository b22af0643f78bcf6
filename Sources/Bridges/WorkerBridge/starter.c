#define _GNU_SOURCE
#include "starter.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static prv_start_order *waiting;
static bool runs;

static void *serve(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    for (;;) {
        while (!waiting) pthread_cond_wait(&changed, &lock);
        prv_start_order *order = waiting;
        pid_t process = 0;
        order->error = posix_spawn(
            &process, order->program, order->actions, order->attributes, order->arguments, order->environment);
        order->process = process;
        waiting = NULL;
        pthread_cond_broadcast(&changed);
    }
    return NULL;
}

static int begin(void) {
    pthread_attr_t attributes;
    pthread_t thread;
    sigset_t all, before;
    int error = pthread_attr_init(&attributes);
    if (error) return error;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    // The host's signals must reach only the threads that the host knows.
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    error = pthread_create(&thread, &attributes, serve, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return error;
}

void prv_start(prv_start_order *order) {
    pthread_mutex_lock(&lock);
    order->error = runs ? 0 : begin();
    runs = runs || order->error == 0;
    if (order->error == 0) {
        while (waiting) pthread_cond_wait(&changed, &lock);
        waiting = order;
        pthread_cond_broadcast(&changed);
        while (waiting == order) pthread_cond_wait(&changed, &lock);
    }
    pthread_mutex_unlock(&lock);
}
