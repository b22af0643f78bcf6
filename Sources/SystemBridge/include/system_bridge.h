#ifndef PRV_SYSTEM_BRIDGE_H
#define PRV_SYSTEM_BRIDGE_H

#include "system_files.h"
#include "system_watch.h"

/// Functions of the C library in a form that Swift can call.

typedef enum prv_mail_answer {
    PRV_MAIL_NO,
    PRV_MAIL_YES,
    /// The servers could not be reached, or gave no result.
    PRV_MAIL_UNKNOWN,
    /// There was no answer within the timeout.
    PRV_MAIL_LATE,
    /// There are too many pending requests, so this one was not sent.
    PRV_MAIL_BUSY
} prv_mail_answer;

/// Whether a domain has an MX record that is not null, or else an address record. Returns within `timeout` seconds.
prv_mail_answer prv_domain_takes_mail(const char *domain, double timeout);

#endif
