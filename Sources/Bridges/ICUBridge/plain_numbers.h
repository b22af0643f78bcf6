#ifndef PRV_ICU_PLAIN_NUMBERS_H
#define PRV_ICU_PLAIN_NUMBERS_H

#include <unicode/unumberformatter.h>

#include <cstdint>
#include <memory>
#include <string>

namespace proviso {

/// More bytes than any number takes that is written by `PlainNumbers`.
constexpr int32_t longestPlainNumber = 192;

/// How a locale writes integers and up to three decimals: learned from ICU's output and compared with it.
struct PlainNumbers {
    std::string digits[10];
    std::string minus, afterMinus, separator, point;
    /// The sizes of the last group and of those before it, 0 for no groups.
    int32_t primary = 0, secondary = 0;
    /// How many digits must come before the first separator.
    int32_t minimum = 1;
    bool showsDecimals = false;

    /// Write a number and return its length; there must be room for `longestPlainNumber`.
    int32_t write(int64_t value, char *text) const;
    int32_t writeThousandths(int64_t thousandths, char *text) const;

private:
    int32_t write(bool negative, uint64_t whole, int32_t thousandths, char *text) const;
};

/// Learn from a formatter; null where it writes numbers in a way that is not understood here.
std::unique_ptr<PlainNumbers> learnPlainNumbers(const UNumberFormatter *formatter, bool decimals);

/// The thousandths of a number of some 12 digits and no more than three decimals; false for others.
bool thousandthsOf(double value, int64_t &result);

/// ICU's result object of this thread, which cannot be shared and costs as much to make as formatting does.
UFormattedNumber *threadResult();

}  // namespace proviso

#endif
