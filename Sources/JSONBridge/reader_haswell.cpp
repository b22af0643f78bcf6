// The reader for x86-64 processors with AVX2. Compiled for them alone: `prv_reader_create` looks before it calls.
#if defined(__x86_64__)

// The parser keeps pairs of its own types, whose members it wants inlined: pairs are compiled for AVX2 too. All other
// standard headers come before the parser's, so that no function of theirs is.
#pragma clang attribute push(__attribute__((target("avx2,bmi,pclmul,lzcnt"))), apply_to = function)
#include <bits/stl_pair.h>
#pragma clang attribute pop
#include <algorithm>
#include <cassert>
#include <cstring>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>
#include <immintrin.h>

#define SIMDJSON_BUILTIN_IMPLEMENTATION haswell
#pragma clang attribute push(__attribute__((target("avx2,bmi,pclmul,lzcnt"))), apply_to = function)
#include <simdjson.h>

#define PRV_READER_BUILD prv_reader_haswell
#include "reader_build.hpp"
#pragma clang attribute pop

#endif
