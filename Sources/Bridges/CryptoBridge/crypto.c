#include "crypto_bridge.h"

#include <sodium.h>

_Static_assert(PRV_SHA256_SIZE == crypto_hash_sha256_BYTES, "digest");
_Static_assert(PRV_PUBLIC_KEY_SIZE == crypto_sign_PUBLICKEYBYTES, "public key");
_Static_assert(PRV_SECRET_KEY_SIZE == crypto_sign_SECRETKEYBYTES, "secret key");
_Static_assert(PRV_SIGNATURE_SIZE == crypto_sign_BYTES, "signature");

void prv_sha256(const void *bytes, size_t count, uint8_t *digest) {
    crypto_hash_sha256(digest, bytes, count);
}

void prv_blake2b(const void *bytes, size_t count, uint8_t *digest, size_t size) {
    crypto_generichash(digest, size, bytes, count, NULL, 0);
}

bool prv_ed25519_verifies(const uint8_t *signature, const void *bytes, size_t count, const uint8_t *public_key) {
    return crypto_sign_verify_detached(signature, bytes, count, public_key) == 0;
}

void prv_ed25519_sign(const void *bytes, size_t count, const uint8_t *secret_key, uint8_t *signature) {
    crypto_sign_detached(signature, NULL, bytes, count, secret_key);
}

bool prv_ed25519_make_keys(uint8_t *public_key, uint8_t *secret_key) {
    return sodium_init() >= 0 && crypto_sign_keypair(public_key, secret_key) == 0;
}

bool prv_random(void *bytes, size_t count) {
    if (sodium_init() < 0) return false;
    randombytes_buf(bytes, count);
    return true;
}

bool prv_base64_decode(const char *text, size_t length, uint8_t *bytes, size_t count) {
    size_t decoded = 0;
    const char *end = NULL;
    int result = sodium_base642bin(bytes, count, text, length, NULL, &decoded, &end, sodium_base64_VARIANT_ORIGINAL);
    return result == 0 && decoded == count && end == text + length;
}

bool prv_base64_encode(const uint8_t *bytes, size_t count, char *text, size_t capacity) {
    if (capacity < sodium_base64_ENCODED_LEN(count, sodium_base64_VARIANT_ORIGINAL)) return false;
    sodium_bin2base64(text, capacity, bytes, count, sodium_base64_VARIANT_ORIGINAL);
    return true;
}
