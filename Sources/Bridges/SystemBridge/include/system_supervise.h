#ifndef PRV_SYSTEM_SUPERVISE_H
#define PRV_SYSTEM_SUPERVISE_H

/// Continues in a child process, and ends this one as the child ends.
///
/// For a program that runs code which may end its process: only a status that the child gives with `prv_supervise_end`
/// is believed. If the child exits without it, this process writes `message` to standard error and ends with `status`.
/// A signal that ends the child ends this process too; signals to this process are passed on. The child is killed if
/// this process is. Call it while the process has one thread. Returns, in the child, the channel for its status, or -1
/// if there is no child.
int prv_supervise(const char *message, int status);

/// Gives the status with which the whole program ends, after everything was written.
void prv_supervise_end(int channel, int status);

#endif
