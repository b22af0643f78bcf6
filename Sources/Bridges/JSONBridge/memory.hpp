#pragma once

#include <unistd.h>

/// Ends the process with a message and the exit status of the tool for inputs that cannot be read.
///
/// For a few bytes that nothing can be done without: the callers have no way to report it, and could only continue with wrong
/// places of members. Swift's runtime ends the process too when there is no memory.
[[noreturn]] inline void end_without_memory() {
    static const char text[] = "error: not enough memory\n";
    ssize_t ignored = write(STDERR_FILENO, text, sizeof text - 1);
    (void)ignored;
    _exit(3);
}
