import Testing

/// The hundred attacks by which the plugins of Proviso were tried, and newer ones: what each of them must give.
///
/// The number is that of its row. Each is here as a run of the tool, or in `elsewhere` with the test that has it, or in
/// `documented` with the sentence of a page about plugins that answers it.
enum AttackTable {
    static let abort = "it stopped itself (abort)"
    static let crash = "it crashed (segmentation fault)"
    static let ended = "it ended its process (exit status 0)"
    static let late = "it did not answer within 1.0 seconds"
    static let channel = "it wrote to its worker's channel"
    static let threads = ["-DCAPABILITIES=\"threads\":true"]
    static let bad = "evil/evil.bad"
    static let note = "evil/evil.note"

    /// Rows that a run of `proviso check` answers.
    static let attacks: [Attack] = [starting, values, system, forging, reports, verdicts, newer].flatMap { $0 }

    /// The plugin is loaded, started and ended.
    static let starting: [Attack] = [
        Attack(1, "constructor abort", .refused("cannot be loaded in a worker: \(abort)")),
        Attack(1, "constructor abort", .ends, in: .inProcess),
        Attack(2, "entry segv", .refused("cannot be loaded in a worker: \(crash)")),
        Attack(2, "entry segv", .ends, in: .inProcess),
        Attack(3, "init abort", .refused("failed to initialize: \(abort)")),
        Attack(3, "init abort", .ends, in: .inProcess),
        Attack(3, "init verdict-memory", .refused("failed to initialize: its 'init' returned -3 (out of memory)")),
        Attack(3, "init verdict-memory", .refused("its 'init' returned -3 (out of memory)"), in: .inProcess),
        Attack(4, "entry verdict-77", .refused("refuses to work with this host")),
        Attack(4, "entry verdict-77", .refused("refuses to work with this host"), in: .inProcess),
        Attack(5, "create abort", .refused("\(abort) when it received the options")),
        Attack(5, "create abort", .ends, in: .inProcess),
        Attack(6, "create failure-hostile", .declined(#"\u{1B}[31mRED\nrules.yaml:1:1"#)),
        Attack(6, "create failure-hostile", .declined(#"\u{1B}[31mRED\nrules.yaml:1:1"#), in: .inProcess),
        Attack(7, "create failure-wild", .refused("\(crash) when it received the options")),
        Attack(7, "create failure-wild", .ends, in: .inProcess),
        Attack(8, "destroy abort", .finds([])),
        Attack(8, "destroy abort", .endsLate, in: .inProcess),
        Attack(17, "init atexit-_exit", .finds([])),
        Attack(17, "init atexit-_exit", .finds([]), in: .inProcess),
        Attack(17, "destructor _exit", .finds([]), in: .inProcess),
        Attack(17, "destroy exit", .endsLate, in: .inProcess),
        Attack(19, "constructor loop", .refused("cannot be loaded in a worker: \(late)")),
        Attack(19, "entry loop", .refused("cannot be loaded in a worker: \(late)")),
        Attack(19, "init loop", .refused("failed to initialize: \(late)")),
        Attack(19, "create loop", .refused("\(late) when it received the options")),
        Attack(20, "destroy loop", .finds([])),
        Attack(59, "init atexit-abort", .finds([])),
        Attack(59, "init atexit-abort", .endsLate, in: .inProcess),
        Attack(59, "each tls", .finds([])),
        Attack(59, "init handlers,validate abort", .fault(ended)),
    ]

    /// `validate` does not come back as it should.
    static let values: [Attack] = [
        Attack(9, "validate segv", .fault(crash)),
        Attack(10, "validate divide", .fault("it crashed (arithmetic error)")),
        Attack(11, "validate trap", .fault("it stopped itself (a trap)")),
        Attack(12, "validate stack", .fault(crash)),
        Attack(13, "validate abort", .fault(abort)),
        Attack(14, "validate segv", .ends, in: .inProcess),
        Attack(14, "validate divide", .ends, in: .inProcess),
        Attack(14, "validate trap", .ends, in: .inProcess),
        Attack(14, "validate stack", .ends, in: .inProcess),
        Attack(14, "validate abort", .ends, in: .inProcess),
        Attack(15, "validate exit", .fault(ended)),
        Attack(15, "validate _exit", .fault(ended)),
        Attack(15, "validate pthread_exit", .fault(ended)),
        Attack(15, "validate execute", .finds([note])),
        Attack(16, "validate exit", .stops("org.evil"), in: .inProcess),
        Attack(16, "validate _exit", .stops("org.evil"), in: .inProcess),
        Attack(16, "validate pthread_exit", .stops("org.evil"), in: .inProcess),
        Attack(16, "validate quick_exit", .stops("org.evil"), in: .inProcess),
        Attack(16, "validate exit1", .stops("org.evil"), in: .inProcess),
        Attack(16, "validate exit_group", .stops("org.evil"), in: .inProcess),
        Attack(16, "validate exit-thread", .stops("org.evil"), in: .inProcess),
        Attack(16, "validate execute", .stops("org.evil"), in: .inProcess),
        Attack(16, "init handlers,validate exit", .stops("org.evil"), in: .inProcess),
        Attack(18, "validate loop", .fault(late)),
        Attack(18, "validate sleep", .fault(late)),
        Attack(21, "validate SIGSTOP", .fault(late)),
        Attack(21, "validate SIGKILL", .fault("it was killed")),
        Attack(21, "validate SIGTERM", .fault("it was ended by signal 15")),
        Attack(21, "validate SIGINT", .fault("it was ended by signal 2")),
        Attack(22, "validate progress-forged", .ownVerdictsOnly),
        Attack(24, "init mark,validate jump", .fault("it ")),
        Attack(24, "init mark,validate jump", .ends, in: .inProcess),
        Attack(26, "validate thread-crash", .ownVerdictsOnly, flags: threads, options: ["--plugin-threads"]),
        Attack(26, "validate thread-crash", .finds([note])),
        Attack(27, "validate thread-spin", .finds([note])),
        Attack(40, "validate close", .finds([])),
        Attack(57, "validate last-words", .fault(#"\u{202E}evil\u{2028} end"#)),
    ]

    /// What a confined process may not do.
    static let system: [Attack] = [
        Attack(28, "validate thread-bomb", .denied),
        Attack(29, "validate process", .denied),
        Attack(31, "validate terabyte", .denied),
        Attack(32, "validate write", .denied),
        Attack(33, "validate read", .denied),
        Attack(33, "validate links", .denied),
        Attack(34, "validate environment", .denied),
        Attack(35, "validate O_PATH", .denied),
        Attack(37, "validate calls", .denied),
        Attack(38, "validate signal", .denied),
        Attack(39, "validate signal", .denied),
    ]

    /// What is written into the memory and the channel that host and worker share.
    static let forging: [Attack] = [
        Attack(41, "validate print", .finds([])),
        Attack(42, "validate print", .finds([]), in: .inProcess),
        Attack(43, "validate channel-garbage", .finds([])),
        Attack(43, "validate channel-flood", .fault(late)),
        Attack(44, "validate channel-answers", .fault(channel)),
        Attack(45, "validate verdicts-forged", .ownVerdictsOnly),
        Attack(46, "validate answer-garbage", .ownVerdictsOnly),
        Attack(46, "validate answer-huge", .ownVerdictsOnly),
        Attack(48, "validate memory-unmapped", .fault("it ")),
        Attack(49, "entry channel-answers", .refused("sent an invalid descriptor")),
        Attack(49, "validate status-forged", .ownVerdictsOnly),
    ]

    /// What is reported, in both modes.
    static let reports: [Attack] = [.worker, .inProcess].flatMap { (mode: Attack.Mode) -> [Attack] in
        [
            Attack(50, "validate code-undeclared", .fault("which it did not declare"), in: mode),
            Attack(50, "validate code-builtin", .fault("'required.blank', which it did not declare"), in: mode),
            Attack(50, "validate code-null", .fault("which it did not declare"), in: mode),
            Attack(51, "validate findings-many", .finds(Array(repeating: bad, count: 1000) + ["rule.fault"]), in: mode),
            Attack(51, "validate parameters-many", .fault("with 4000 parameters; at most 64 are allowed"), in: mode),
            Attack(51, "validate parameters-null", .fault("a null pointer to them"), in: mode),
            Attack(51, "validate parameter-2MB", .fault("a string of 2097152 bytes"), in: mode),
            Attack(51, "validate parameter-endless", .fault("a string of 18446744073709551615 bytes"), in: mode),
            Attack(51, "validate parameter-null-text", .fault("which is too long or null"), in: mode),
            Attack(51, "validate parameter-list", .fault("a list or object as parameter 'text'"), in: mode),
            Attack(51, "validate parameter-99", .fault("of the unknown kind 99"), in: mode),
            Attack(51, "validate parameter-unnamed", .fault("with a parameter without a name"), in: mode),
            Attack(51, "validate parameter-bad-text", .finds([note]), in: mode),
            Attack(51, "validate parameter-nan", .finds([note]), in: mode),
            Attack(52, "validate parameter-attribute", .finds([note]), in: mode),
            Attack(52, "validate parameter-undeclared", .finds([note]), in: mode),
            Attack(52, "validate parameter-missing", .finds([note]), in: mode),
            Attack(53, "validate valid-findings", .finds([bad, "rule.fault"]), in: mode),
            Attack(54, "batch batch-odd", .finds([]), in: mode),
            Attack(54, "batch batch-overflows", .finds([]), in: mode),
            Attack(54, "batch verdict-77", .finds([]), in: mode),
            Attack(55, "validate verdict-77", .fault("it returned 77, which is not a valid result"), in: mode),
            Attack(55, "validate verdict-lowest", .fault("it returned -2147483648"), in: mode),
            Attack(56, "validate log-badly", .finds([]), in: mode),
            Attack(99, "validate handles-null", .finds([note]), in: mode),
        ]
    }

    static let verdicts: [Attack] = [
        Attack(51, "validate parameters-endless", .fault(crash)),
        Attack(51, "validate parameter-wild", .fault(crash)),
        Attack(53, "each report-late", .finds([])),
        Attack(54, "batch batch-lies", .ownVerdictsOnly),
        Attack(54, "batch abort", .finds([])),
        Attack(54, "batch loop", .finds([])),
        Attack(56, "validate log-flood", .finds([])),
        Attack(58, "none", .finds([]), flags: ["-DINTERPOSE", "-O0"]),
        Attack(99, "validate handles-forged", .fault("it ")),
    ]
}
