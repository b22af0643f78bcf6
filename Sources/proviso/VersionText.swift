import BuildFacts
import Proviso

/// What `proviso --version` writes: all that results can depend on, for reports of defects.
enum VersionText {
    static var text: String {
        let commit = String(cString: prv_build_commit())
        let data = DataSource.libraryVersions
        return "proviso \(Version.current)\(commit.isEmpty ? "" : " (commit \(commit))")\n"
            + "ICU \(data.icu), CLDR \(data.cldr), time zones \(data.timeZones)\n"
    }
}
