/* One target in Swift, under the name that libFuzzer calls: compiled with -DTARGET=prv_fuzz_number and so on. */
#include <stddef.h>
#include <stdint.h>

void TARGET(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    TARGET(data, size);
    return 0;
}
