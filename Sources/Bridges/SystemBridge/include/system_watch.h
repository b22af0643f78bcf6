#ifndef PRV_SYSTEM_WATCH_H
#define PRV_SYSTEM_WATCH_H

#include <stdbool.h>
#include <stddef.h>

/// What happened to a name in a watched directory.
typedef enum prv_change {
    /// It is there, complete: closed after writing, or moved in.
    PRV_CHANGE_SETTLED,
    /// Its owner or rights changed.
    PRV_CHANGE_RIGHTS,
    /// It was made or written to, and may not be complete.
    PRV_CHANGE_WRITING,
    /// It was removed or moved away.
    PRV_CHANGE_GONE,
    /// The directory itself was removed, moved or unmounted: no more events follow.
    PRV_CHANGE_FOLDER_GONE,
    /// So much happened that the system has lost count.
    PRV_CHANGE_LOST
} prv_change;

typedef struct prv_watch_event {
    /// The number of the watch, -1 with `PRV_CHANGE_LOST`.
    int watch;
    prv_change change;
    char name[256];
} prv_watch_event;

typedef struct prv_watcher prv_watcher;

/// Makes a watcher; NULL and `errno` on failure. One thread waits; the other functions may be called from any thread.
prv_watcher *prv_watcher_create(void);

/// Starts to watch a directory; returns the watch's number, the same for the same directory, or -1 and `errno`.
int prv_watcher_add(prv_watcher *watcher, const char *folder);

/// Ends a watch. Without effect if its directory no longer exists.
void prv_watcher_remove(prv_watcher *watcher, int watch);

/// Waits for an event, and returns whether there is one; negative milliseconds wait for ever.
bool prv_watcher_next(prv_watcher *watcher, int milliseconds, prv_watch_event *event);

/// Lets the thread that waits, or waits next, continue at once.
void prv_watcher_stir(prv_watcher *watcher);

void prv_watcher_destroy(prv_watcher *watcher);

#endif
