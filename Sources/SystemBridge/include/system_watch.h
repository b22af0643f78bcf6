#ifndef PRV_SYSTEM_WATCH_H
#define PRV_SYSTEM_WATCH_H

#include <stdbool.h>
#include <stddef.h>

/// The change of a name in a watched directory.
typedef enum prv_change {
    /// It exists and is complete: closed after writing, or moved in.
    PRV_CHANGE_SETTLED,
    /// Its owner or permissions changed.
    PRV_CHANGE_RIGHTS,
    /// It was created or written to, and may not be complete.
    PRV_CHANGE_WRITING,
    /// It was removed or moved away.
    PRV_CHANGE_GONE,
    /// The directory itself was removed, moved or unmounted: no more events of it follow.
    PRV_CHANGE_FOLDER_GONE,
    /// Some events were lost, because there were too many.
    PRV_CHANGE_LOST
} prv_change;

typedef struct prv_watch_event {
    /// The number of the watch, -1 with `PRV_CHANGE_LOST`.
    int watch;
    prv_change change;
    char name[256];
} prv_watch_event;

typedef struct prv_watcher prv_watcher;

/// Creates a watcher; NULL and `errno` on failure. Used by one thread at a time, except for `prv_watcher_wake`.
prv_watcher *prv_watcher_create(void);

/// Starts to watch a directory; returns the number of the watch, the same for the same directory, or -1 and `errno`.
int prv_watcher_add(prv_watcher *watcher, const char *folder);

/// Waits for an event, without limit if `milliseconds` is negative. Returns 1 for one, 0 for a timeout, -1 once woken.
int prv_watcher_next(prv_watcher *watcher, int milliseconds, prv_watch_event *event);

/// Ends waiting, now and in all later calls. May be called from any thread.
void prv_watcher_wake(prv_watcher *watcher);

void prv_watcher_destroy(prv_watcher *watcher);

#endif
