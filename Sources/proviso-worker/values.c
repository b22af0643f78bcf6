#include <string.h>

#include "worker.h"

static unsigned char *request(void) { return shared + PRV_WORKER_REQUEST; }

static bool holds(uint64_t offset, uint64_t size) {
    return offset <= PRV_WORKER_REQUEST_SIZE && size <= PRV_WORKER_REQUEST_SIZE - offset;
}

bool unpack(proviso_value *value, unsigned depth) {
    const uint64_t offset = value->as.unsigned_integer;
    switch (value->kind) {
    case PROVISO_DECIMAL:
    case PROVISO_TEXT:
    case PROVISO_BYTES:
        if (!holds(offset, value->length)) return false;
        value->as.text = (const char *)request() + offset;
        return true;
    case PROVISO_LIST:
    case PROVISO_OBJECT: break;
    default: return true;
    }
    // The parser of the data allows a depth of 512.
    if (depth > 600 || offset % 8 || value->length > PRV_WORKER_REQUEST_SIZE
        || !holds(offset, value->length * sizeof(prv_worker_node))) return false;
    prv_worker_node *nodes = (prv_worker_node *)(request() + offset);
    value->as.handle = nodes;
    for (uint64_t index = 0; index < value->length; index++) {
        if (!holds(nodes[index].key, nodes[index].key_length) || !unpack(&nodes[index].value, depth + 1)) return false;
    }
    return true;
}

static const prv_worker_node *node(const proviso_value *parent, uint32_t kind, uint64_t index) {
    if (!parent || parent->kind != kind || index >= parent->length || !parent->as.handle) return NULL;
    return (const prv_worker_node *)parent->as.handle + index;
}

static const proviso_value *list_item(const proviso_value *list, uint64_t index) {
    const prv_worker_node *found = node(list, PROVISO_LIST, index);
    return found ? &found->value : NULL;
}

static const proviso_value *object_member(const proviso_value *object, uint64_t index, const char **key,
                                          uint64_t *key_length) {
    const prv_worker_node *found = node(object, PROVISO_OBJECT, index);
    if (!found) return NULL;
    if (key) *key = (const char *)request() + found->key;
    if (key_length) *key_length = found->key_length;
    return &found->value;
}

static const proviso_value *object_find(const proviso_value *object, const char *key, uint64_t key_length) {
    const prv_worker_node *found;
    for (uint64_t index = 0; key && (found = node(object, PROVISO_OBJECT, index)); index++) {
        if (found->key_length == key_length && memcmp(request() + found->key, key, key_length) == 0) {
            return &found->value;
        }
    }
    return NULL;
}

static void write_log(const proviso_host *unused, uint32_t severity, const char *text, uint64_t length) {
    (void)unused;
    if (text) answer_line(severity, text, length);
}

static const void *no_extension(const proviso_host *unused, const char *id) {
    (void)unused;
    (void)id;
    return NULL;
}

char host_version[sizeof ((prv_worker_control *)0)->version];

const proviso_host host = {
    .size = sizeof host, .minor = PROVISO_ABI_MINOR, .name = "proviso", .version = host_version, .log = write_log,
    .list_item = list_item, .object_member = object_member, .object_find = object_find, .extension = no_extension};
