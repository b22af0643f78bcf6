#define _GNU_SOURCE
#include "system_watch.h"

#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

static const uint32_t watched = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_MODIFY | IN_DELETE |
                                IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;

struct prv_watcher {
    int notify;
    int stir;
    /// Events that were read and not returned yet.
    size_t start, end;
    _Alignas(struct inotify_event) char buffer[1 << 16];
};

prv_watcher *prv_watcher_create(void) {
    prv_watcher *watcher = calloc(1, sizeof *watcher);
    if (!watcher) return NULL;
    watcher->notify = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    watcher->stir = watcher->notify < 0 ? -1 : eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (watcher->stir >= 0) return watcher;
    int code = errno;
    if (watcher->notify >= 0) close(watcher->notify);
    free(watcher);
    errno = code;
    return NULL;
}

int prv_watcher_add(prv_watcher *watcher, const char *folder) {
    return inotify_add_watch(watcher->notify, folder, watched);
}

void prv_watcher_remove(prv_watcher *watcher, int watch) { inotify_rm_watch(watcher->notify, watch); }

static bool change(const struct inotify_event *event, prv_change *change) {
    uint32_t mask = event->mask;
    if (mask & IN_Q_OVERFLOW) *change = PRV_CHANGE_LOST;
    else if (mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT)) *change = PRV_CHANGE_FOLDER_GONE;
    else if (event->len == 0) return false;
    else if (mask & (IN_DELETE | IN_MOVED_FROM)) *change = PRV_CHANGE_GONE;
    else if (mask & (IN_CREATE | IN_MODIFY)) *change = PRV_CHANGE_WRITING;
    else if (mask & (IN_CLOSE_WRITE | IN_MOVED_TO)) *change = PRV_CHANGE_SETTLED;
    else if (mask & IN_ATTRIB) *change = PRV_CHANGE_RIGHTS;
    else return false;
    return true;
}

/// Returns the next relevant event that was read, if there is one.
static bool take(prv_watcher *watcher, prv_watch_event *event) {
    while (watcher->start < watcher->end) {
        const struct inotify_event *raw = (const void *)(watcher->buffer + watcher->start);
        watcher->start += sizeof *raw + raw->len;
        if (!change(raw, &event->change)) continue;
        event->watch = raw->wd;
        memset(event->name, 0, sizeof event->name);
        if (raw->len) strncpy(event->name, raw->name, sizeof event->name - 1);
        return true;
    }
    return false;
}

bool prv_watcher_next(prv_watcher *watcher, int milliseconds, prv_watch_event *event) {
    for (;;) {
        if (take(watcher, event)) return true;
        struct pollfd files[2] = {{.fd = watcher->stir, .events = POLLIN}, {.fd = watcher->notify, .events = POLLIN}};
        int ready = poll(files, 2, milliseconds);
        if (ready == 0) return false;
        uint64_t stirs;
        if (ready > 0 && files[0].revents && read(watcher->stir, &stirs, sizeof stirs) > 0) return false;
        ssize_t count = read(watcher->notify, watcher->buffer, sizeof watcher->buffer);
        watcher->start = 0;
        watcher->end = count > 0 ? (size_t)count : 0;
    }
}

void prv_watcher_stir(prv_watcher *watcher) {
    uint64_t one = 1;
    ssize_t written = write(watcher->stir, &one, sizeof one);
    (void)written;
}

void prv_watcher_destroy(prv_watcher *watcher) {
    close(watcher->notify);
    close(watcher->stir);
    free(watcher);
}
