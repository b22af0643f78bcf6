#ifndef PRV_SYSTEM_BRIDGE_H
#define PRV_SYSTEM_BRIDGE_H

#include "system_files.h"
#include "system_stack.h"
#include "system_supervise.h"
#include "system_watch.h"

/// What the C library offers in a form that Swift cannot call.

typedef enum prv_mail_answer {
    PRV_MAIL_NO,
    PRV_MAIL_YES,
    /// The servers could not be reached, or did not know.
    PRV_MAIL_UNKNOWN,
    /// The time was over before an answer came.
    PRV_MAIL_LATE,
    /// Too many requests hang, so this one was not sent.
    PRV_MAIL_BUSY
} prv_mail_answer;

/// Whether a domain has an MX record that is not null, or else an address. Returns within `timeout` seconds.
prv_mail_answer prv_domain_takes_mail(const char *domain, double timeout);

#endif
