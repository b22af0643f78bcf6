#ifndef PRV_CRYPTO_BRIDGE_H
#define PRV_CRYPTO_BRIDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Hashes, signatures and base64 of libsodium, over whole buffers. All functions may be called from any thread.

enum {
    PRV_SHA256_SIZE = 32,
    PRV_PUBLIC_KEY_SIZE = 32,
    /// libsodium's form: the seed, then the public key.
    PRV_SECRET_KEY_SIZE = 64,
    PRV_SIGNATURE_SIZE = 64
};

/// SHA-256 (FIPS 180-4), 32 bytes.
void prv_sha256(const void *bytes, size_t count, uint8_t *digest);

/// BLAKE2b (RFC 7693) without a key, 16 to 64 bytes.
void prv_blake2b(const void *bytes, size_t count, uint8_t *digest, size_t size);

/// Whether an Ed25519 signature (RFC 8032) of some bytes was made with a key.
bool prv_ed25519_verifies(const uint8_t *signature, const void *bytes, size_t count, const uint8_t *public_key);

void prv_ed25519_sign(const void *bytes, size_t count, const uint8_t *secret_key, uint8_t *signature);

/// Makes a pair of keys; returns false if the system has no random numbers.
bool prv_ed25519_make_keys(uint8_t *public_key, uint8_t *secret_key);

/// Fills a buffer with random bytes; returns false if the system has none.
bool prv_random(void *bytes, size_t count);

/// Decodes padded base64 (RFC 4648) of exactly `count` bytes; returns false for anything else.
bool prv_base64_decode(const char *text, size_t length, uint8_t *bytes, size_t count);

/// Encodes bytes as padded base64 with a final NUL; returns false if `capacity` is too small.
bool prv_base64_encode(const uint8_t *bytes, size_t count, char *text, size_t capacity);

#endif
