import Proviso
import Testing

@Suite struct LabelsTests {
    static let rows: [(String, String, SourceLocation)] = [
        ("camelCase", "Camel Case", #_sourceLocation),
        ("ІЦеДійсноТак!", "І Це Дійсно Так!", #_sourceLocation),
        ("XFoo", "X Foo", #_sourceLocation),
        ("FooBARBaz", "Foo Bar Baz", #_sourceLocation),
        ("generateCSRF", "Generate Csrf", #_sourceLocation),
        ("CSRFTokenGenerator", "Csrf Token Generator", #_sourceLocation),
        ("DepartmentName", "Department Name", #_sourceLocation),
        ("department_name", "Department Name", #_sourceLocation),
        ("address.city", "Address City", #_sourceLocation),
        ("items.*.sku", "Items Sku", #_sourceLocation),
        ("*", "", #_sourceLocation),
        ("--a__b--", "A B", #_sourceLocation),
        ("élan_Vital", "Élan Vital", #_sourceLocation),
        ("address1Line", "Address1 Line", #_sourceLocation),
        ("", "", #_sourceLocation),
    ]

    @Test func readsLikeWords() {
        for (name, label, place) in Self.rows {
            #expect(Labels.generate(from: name) == label, sourceLocation: place)
        }
    }
}
