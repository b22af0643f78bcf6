import EngineInterface
import ProvisoEngine
import Testing

/// What a C program can do wrong without touching memory that is not its own.
@Suite struct GarbageTests {
    @Test func numbersThatAreNoHandlesAreRefusedEverywhere() throws {
        let rules = try OpenRules("rules: []")
        var closed: proviso_engine_handle = 0
        #expect(proviso_engine_cancellation(&closed) == 0)
        #expect(proviso_engine_close(closed) == 0)
        for handle in [0, 1, closed, .max, rules.handle ^ 1] {
            #expect(proviso_engine_check(handle, "{}", 2, nil, nil, nil, nil) == PROVISO_ENGINE_BAD_HANDLE)
            #expect(proviso_engine_render(handle, nil, nil, nil) == PROVISO_ENGINE_BAD_HANDLE)
            #expect(proviso_engine_describe(handle, nil) == PROVISO_ENGINE_BAD_HANDLE)
            #expect(proviso_engine_reload(handle, nil, 0, nil) == PROVISO_ENGINE_BAD_HANDLE)
            #expect(proviso_engine_cancel(handle) == PROVISO_ENGINE_BAD_HANDLE)
            #expect(proviso_engine_close(handle) == PROVISO_ENGINE_BAD_HANDLE)
            #expect(proviso_engine_check_bytes(handle, "", 0, nil, 0, nil, nil, nil) == PROVISO_ENGINE_BAD_HANDLE)
        }
        #expect(proviso_engine_render(rules.handle, nil, nil, nil) == PROVISO_ENGINE_BAD_HANDLE)
        #expect(
            proviso_engine_check_bytes(rules.handle, "", 0, nil, rules.handle, nil, nil, nil)
                == PROVISO_ENGINE_BAD_HANDLE)
    }

    @Test func nullPointersAndImpossibleSizesAreRefused() throws {
        let rules = try OpenRules("rules: []")
        #expect(proviso_engine_open_text("rules: []", 9, nil, nil, nil) == PROVISO_ENGINE_BAD_ARGUMENT)
        #expect(proviso_engine_open_file(nil, nil, nil, nil) == PROVISO_ENGINE_BAD_ARGUMENT)
        #expect(proviso_engine_check(rules.handle, nil, 5, nil, nil, nil, nil) == PROVISO_ENGINE_BAD_ARGUMENT)
        #expect(proviso_engine_check(rules.handle, "{}", -1, nil, nil, nil, nil) == PROVISO_ENGINE_BAD_ARGUMENT)
        #expect(proviso_engine_check(rules.handle, nil, 0, nil, nil, nil, nil) == PROVISO_ENGINE_BAD_INPUT)
        #expect(proviso_engine_check_file(rules.handle, nil, nil, 0, nil, nil, nil) == PROVISO_ENGINE_BAD_ARGUMENT)
        #expect(proviso_engine_check_file(rules.handle, "-", nil, 0, nil, nil, nil) == PROVISO_ENGINE_BAD_ARGUMENT)
        #expect(proviso_engine_check_arrow(rules.handle, nil, nil, 0, nil, nil, nil) == PROVISO_ENGINE_BAD_ARGUMENT)
        #expect(proviso_engine_cancellation(nil) == PROVISO_ENGINE_BAD_ARGUMENT)
    }

    @Test func bytesThatAreNotUTF8AreAnError() throws {
        let rules = try OpenRules("rules: [[a, required]]")
        let bytes: [CChar] = [0x7B, 0x22, -1, 0x22, 0x3A, 0x31, 0x7D, 0]
        #expect(proviso_engine_check(rules.handle, bytes, 7, nil, nil, nil, nil) == PROVISO_ENGINE_BAD_INPUT)
        #expect(proviso_engine_check(rules.handle, "{}", 2, bytes, nil, nil, nil) == PROVISO_ENGINE_BAD_ARGUMENT)
        #expect(proviso_engine_open_text(bytes, 7, nil, nil, nil) == PROVISO_ENGINE_BAD_ARGUMENT)
        var handle: proviso_engine_handle = 0
        let answer = Answer { proviso_engine_open_text(bytes, 7, nil, &handle, $0) }
        #expect(answer.status == PROVISO_ENGINE_BAD_RULES)
        #expect(answer.text.contains("not UTF-8"))
    }
}
