internal import ConformanceBridge

/// A test of the conformance suite for plugins.
public struct ConformanceCase: Sendable, Hashable {
    /// The name in output and for `--case`.
    public let name: String
    /// What a plugin that passes does.
    public let summary: String
    /// How to correct a plugin that fails; one sentence.
    public let remedy: String

    /// All cases, in the order in which they run.
    public static let all: [ConformanceCase] = [file] + steps.map(\.0) + [catalogs]

    static let file = ConformanceCase(
        "file", "the file is one that hosts load", "'proviso plugin doctor' goes through the checks step by step")

    static let catalogs = ConformanceCase(
        "catalogs", "each catalog has a right message for every code",
        "every code of the manifest needs a message in every locale, with the code's parameters and no others")

    /// The cases that run the plugin.
    static let steps: [(ConformanceCase, prv_case)] = [
        (
            ConformanceCase(
                "exports", "only the entry function is exported",
                "export only the entry function: with -fvisibility=hidden in C and C++, with a version script of the linker in others"
            ), PRV_CASE_EXPORTS
        ),
        (
            ConformanceCase(
                "manifest", "the plugin offers what its manifest says",
                "rule types, locales and id are written in two places: make them equal"), PRV_CASE_MANIFEST
        ),
        (
            ConformanceCase(
                "small-structs", "a host and a call with fewer fields do no harm",
                "look at size, or for null, before you use a field of a struct that the host made"),
            PRV_CASE_SMALL_STRUCTS
        ),
        (
            ConformanceCase(
                "large-structs", "a host and a call with more fields do no harm",
                "compare size with the minimum you need, and never for equality"), PRV_CASE_LARGE_STRUCTS
        ),
        (
            ConformanceCase(
                "create", "right, missing and wrong options make an instance or are refused",
                "copy what you need of the options, look at their kinds, and return a fault for what you cannot use"),
            PRV_CASE_CREATE
        ),
        (
            ConformanceCase(
                "kinds", "every value of the kinds in the manifest gets a verdict",
                "list only the kinds you check, and return PROVISO_VALID, PROVISO_INVALID or PROVISO_NOT_APPLICABLE"),
            PRV_CASE_KINDS
        ),
        (
            ConformanceCase(
                "findings", "findings have codes and parameters of the manifest, and go with the verdict",
                "report what the manifest lists, return PROVISO_INVALID after it, and look whether report is null"),
            PRV_CASE_FINDINGS
        ),
        (
            ConformanceCase(
                "guards", "nothing is read beside a value or after the call",
                "strings have a length and no NUL at the end; copy what you need after the call"), PRV_CASE_GUARDS
        ),
        (
            ConformanceCase(
                "batch", "a batch gives the verdicts of single values",
                "go from row to row by stride, write each verdict, and use one check for both"), PRV_CASE_BATCH
        ),
        (
            ConformanceCase(
                "no-extras", "a host without a log and extensions will do",
                "check whether log and extension are null, and continue without them"), PRV_CASE_NO_EXTRAS
        ),
        (
            ConformanceCase(
                "threads", "several threads use one instance at once",
                "validate may change nothing in an instance, and use no static variable"), PRV_CASE_THREADS
        ),
        (
            ConformanceCase(
                "leaks", "memory does not grow with the number of calls",
                "free in validate what it allocates, and in destroy what create allocated"), PRV_CASE_LEAKS
        ),
        (
            ConformanceCase(
                "deadline", "it ends soon after its deadline or when it is cancelled",
                "look at cancelled every millisecond, and return PROVISO_FAULT_CANCELLED"), PRV_CASE_CANCEL
        ),
        (
            ConformanceCase(
                "process", "locale, directory, signals, umask and environment do not change",
                "change nothing that the whole process shares, and leave no files or threads"), PRV_CASE_STATE
        ),
        (
            ConformanceCase(
                "output", "nothing is printed", "use the host's log, or report a finding"), PRV_CASE_OUTPUT
        ),
        (
            ConformanceCase(
                "fuzz", "random values get a verdict",
                "run it again with the seed it names, and the first value of that seed is the one"), PRV_CASE_FUZZ
        ),
        (
            ConformanceCase("speed", "how long a call takes", "nothing may crash, however often it is called"),
            PRV_CASE_SPEED
        ),
    ]

    private init(_ name: String, _ summary: String, _ remedy: String) {
        self.name = name
        self.summary = summary
        self.remedy = remedy
    }
}
