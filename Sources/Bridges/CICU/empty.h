/// Deliberately empty: this target carries ICU's compiler and linker flags. ICU's headers would clash with
/// Foundation's own copy of them in any Swift file that sees both, so only ICUBridge's C++ includes them.
