internal import ConformanceBridge

/// A test of the conformance suite for plugins.
public struct ConformanceCase: Sendable, Hashable {
    /// The name in output and for `--case`.
    public let name: String
    /// What a plugin that passes does.
    public let summary: String
    /// How to correct a plugin that fails; one sentence, or empty if what was found says it.
    public let remedy: String

    /// All cases, in the order in which they run.
    public static let all: [ConformanceCase] = [file] + steps.map(\.0) + [catalogs, worker]

    static let file = ConformanceCase(
        "file", "the file is one that hosts load", "")

    static let catalogs = ConformanceCase(
        "catalogs", "each catalog has a correct message for every code",
        "every code of the manifest needs a message in every locale, with the code's parameters and no others")

    static let worker = ConformanceCase(
        "worker", "the examples have their verdicts in a worker, and messages are true of their rules",
        "a worker opens no files, and starts threads only if the manifest requests them: prepare in init and create")

    /// The cases that run the plugin in a process of their own.
    static let steps: [(ConformanceCase, prv_case)] = [
        (
            ConformanceCase(
                "exports", "only the entry function is exported",
                "export only proviso_plugin_entry_v1: -fvisibility=hidden in C and C++, a version script of the linker (-Wl,--version-script) in Zig and Go, crate-type cdylib in Rust, internal access in Swift"
            ), PRV_CASE_EXPORTS
        ),
        (
            ConformanceCase(
                "manifest", "the descriptor agrees with the manifest",
                "id, rule types and locales are written in the descriptor and in the manifest: make them equal"
            ), PRV_CASE_MANIFEST
        ),
        (
            ConformanceCase(
                "small-structs", "hosts and calls of version 1.0 work",
                "read a field that came after 1.0 only if the struct's size covers it"
            ), PRV_CASE_SMALL_STRUCTS
        ),
        (
            ConformanceCase(
                "large-structs", "hosts and calls with more fields work",
                "compare size with the minimum you need, and never for equality"
            ), PRV_CASE_LARGE_STRUCTS
        ),
        (
            ConformanceCase(
                "create", "valid options create an instance; missing and wrong ones are refused",
                "copy what you need of the options, check their kinds, and return a fault for what you cannot use"
            ), PRV_CASE_CREATE
        ),
        (
            ConformanceCase(
                "kinds", "every value of the kinds in the manifest gets a verdict",
                "list only the kinds you validate, and return PROVISO_VALID, PROVISO_INVALID or PROVISO_NOT_APPLICABLE"
            ), PRV_CASE_KINDS
        ),
        (
            ConformanceCase(
                "findings", "violations have codes and parameters of the manifest, and agree with the verdict",
                "report what the manifest lists, return PROVISO_INVALID after it, and check whether report is null"
            ), PRV_CASE_FINDINGS
        ),
        (
            ConformanceCase(
                "read-only", "nothing that the host passes is written to",
                "copy before you change: const in C and C++, no cast to *mut in Rust, no @constCast in Zig, no slice over C memory in Go, no UnsafeMutablePointer(mutating:) in Swift"
            ), PRV_CASE_READ_ONLY
        ),
        (
            ConformanceCase(
                "guards", "nothing outside a value is read, nor after the call",
                "strings have a length and no NUL at the end (so no strlen, CStr or C.GoString); copy what you need after the call"
            ), PRV_CASE_GUARDS
        ),
        (
            ConformanceCase(
                "batch", "a batch has the same verdicts as single values",
                "go from row to row by stride, write each verdict, and use one function for both"
            ), PRV_CASE_BATCH
        ),
        (
            ConformanceCase(
                "no-extras", "it works without the host's log and extensions",
                "check whether log and extension are null, and continue without them"
            ), PRV_CASE_NO_EXTRAS
        ),
        (
            ConformanceCase(
                "threads", "several threads use one instance at once",
                "validate must not change the instance or a global variable: no static in C, no static mut in Rust, no package variable in Go, no global var in Zig and Swift"
            ), PRV_CASE_THREADS
        ),
        (
            ConformanceCase(
                "leaks", "memory does not grow with the number of calls",
                "free in validate what it allocates, and in destroy what create allocated (Box::from_raw in Rust, C.free in Go, release() in Swift)"
            ), PRV_CASE_LEAKS
        ),
        (
            ConformanceCase(
                "deadline", "it ends soon after its deadline or cancellation",
                "check cancelled every millisecond, and return PROVISO_FAULT_CANCELLED"
            ), PRV_CASE_CANCEL
        ),
        (
            ConformanceCase(
                "process", "locale, working directory, signals, umask and environment are unchanged",
                "change nothing that the whole process shares, and leave no file or thread; a runtime that must (Go) needs workerOnly and threads in the manifest, or --worker-only"
            ), PRV_CASE_STATE
        ),
        (
            ConformanceCase(
                "output", "nothing is printed",
                "use the host's log, or report a violation: no printf, println!, fmt.Print or print"
            ), PRV_CASE_OUTPUT
        ),
        (
            ConformanceCase(
                "exit", "the process ends normally after deinit",
                "free in deinit what is left; do nothing in atexit handlers and destructors"
            ), PRV_CASE_EXIT
        ),
        (
            ConformanceCase(
                "fuzz", "random values get a verdict",
                "run it again with the seed in the reason: the first value of that seed is the one"
            ), PRV_CASE_FUZZ
        ),
        (
            ConformanceCase(
                "speed", "how long a call takes",
                "nothing may crash, however often it is called"
            ), PRV_CASE_SPEED
        ),
        (
            ConformanceCase(
                "examples", "the examples of the manifest have their verdicts",
                "correct the example, or the check"
            ), PRV_CASE_EXAMPLES
        ),
    ]

    private init(_ name: String, _ summary: String, _ remedy: String) {
        self.name = name
        self.summary = summary
        self.remedy = remedy
    }
}
