package import ProvisoMessages

/// The path of a violation, and its value if the message shows it.
package struct ViolationPlace: Sendable {
    package let site: ViolationSite
    let offset: Int?
    let value: ParameterValue?

    package init(site: ViolationSite, offset: Int?, value: ParameterValue?) {
        self.site = site
        self.offset = offset
        self.value = value
    }

    package var path: ValuePath { site.path }

    @inline(__always)
    func violation(_ code: Code, _ parameters: Parameters) -> Violation {
        var parameters = parameters
        if let value {
            // `{value}` is the value, whatever a code of somebody else calls its parameters.
            parameters.list.removeAll { $0.name == "value" }
            parameters.list.append(Parameter(name: "value", value: value))
        }
        return Violation(code: code, parameters: parameters, site: site, offset: offset)
    }
}
