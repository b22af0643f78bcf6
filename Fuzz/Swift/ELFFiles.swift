import Glibc
import Proviso
import ProvisoPlugins

/// The file of a plugin, as the host reads it before the dynamic linker may: headers, dynamic section and manifest.
@_cdecl("prv_fuzz_elf")
public func fuzzELF(_ data: UnsafePointer<UInt8>?, _ count: Int) {
    check(ftruncate(file, 0) == 0 && pwrite(file, data, count, 0) == count, "a file that can be written")
    let elf = ELFFile(file, size: count)
    if elf.fault == nil, let manifest = try? elf.manifest() {
        check(!manifest.rules.isEmpty, "a manifest has rules")
    }
    // The file may be cut short after its size was read.
    _ = ELFFile(file, size: count + 4096).fault
}

/// The text of a manifest.
@_cdecl("prv_fuzz_manifest")
public func fuzzManifest(_ data: UnsafePointer<UInt8>?, _ count: Int) {
    do {
        let manifest = try ManifestReader.read(Array(data.input(count)), minor: 0)
        check(!manifest.rules.isEmpty, "a manifest has rules")
    } catch {
        check(!error.reason.isEmpty, "an error has a reason")
    }
}

/// A file without a name, for one plugin after the other.
private let file = fileno(tmpfile())
