import ProvisoEditing
import Testing

@Suite struct LineTableTests {
    @Test func `columns are counted in scalars and in UTF-16`() {
        let table = LineTable("a: 1\r\n😀b: ü\n")
        #expect(table.count == 3)
        #expect(table.line(0) == "a: 1")
        #expect(table.line(2) == "")
        #expect(table.line(9) == "")
        #expect(table.utf16(line: 1, column: 2) == 2)
        #expect(table.utf16(line: 1, column: 99) == 6)
        #expect(table.text[table.index(line: 1, utf16: 2)] == "b")
        #expect(table.index(line: 7, utf16: 0) == table.text.endIndex)
    }
}
