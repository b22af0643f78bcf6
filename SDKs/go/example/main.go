// The rule type go/issn: an International Standard Serial Number (ISO 3297), or a list of them.
package main

import "C"

import (
	_ "embed"
	"strings"

	"proviso.dev/plugin"
)

//go:embed en.arb
var english string

//go:embed de.arb
var german string

type issn struct {
	hyphen   string
	prefixes []string
}

func newISSN(options plugin.Value) (plugin.Rule, *plugin.Refusal) {
	rule := issn{hyphen: "optional", prefixes: options.Texts("prefixes")}
	for _, prefix := range rule.prefixes {
		if prefix == "" || strings.Trim(prefix, "0123456789") != "" {
			return nil, &plugin.Refusal{Option: "prefixes", Reason: "A prefix must be one or more digits."}
		}
	}
	if texts := options.Texts("hyphen"); len(texts) > 0 {
		rule.hyphen = texts[0]
	}
	return rule, nil
}

func (r issn) Validate(value plugin.Value, call *plugin.Call) plugin.Verdict {
	if value.Kind() != plugin.List {
		return r.check(value.Text(), call)
	}
	for index := 0; index < value.Len(); index++ {
		item, ok := value.Item(index)
		if !ok || item.Kind() != plugin.Text || r.check(item.Text(), nil) != plugin.Valid {
			return call.Report("issn.item", plugin.Parameter{Name: "index", Value: index})
		}
	}
	return plugin.Valid
}

// Without a call, nothing is reported.
func (r issn) check(text string, call *plugin.Call) plugin.Verdict {
	report := func(code string, parameters ...plugin.Parameter) plugin.Verdict {
		if call == nil {
			return plugin.Invalid
		}
		return call.Report(code, parameters...)
	}
	digits, hasHyphen := text, len(text) == 9 && text[4] == '-'
	if hasHyphen {
		digits = text[:4] + text[5:]
	}
	right := len(digits) == 8 && (hasHyphen && r.hyphen != "forbidden" || !hasHyphen && r.hyphen != "required")
	sum := 0
	for place := 0; right && place < 7; place++ {
		right = digits[place] >= '0' && digits[place] <= '9'
		sum += int(digits[place]-'0') * (8 - place)
	}
	if !right || !strings.ContainsRune("0123456789X", rune(digits[7])) {
		return report("issn.format")
	}
	expected := "0123456789X"[(11-sum%11)%11]
	if digits[7] != expected {
		return report("issn.checksum", plugin.Parameter{Name: "expected", Value: string(rune(expected))})
	}
	var list []plugin.Parameter
	for _, prefix := range r.prefixes {
		if strings.HasPrefix(digits, prefix) {
			return plugin.Valid
		}
		list = append(list, plugin.Parameter{Name: "prefixes", Value: prefix})
	}
	if len(list) == 0 {
		return plugin.Valid
	}
	return report("issn.prefix", list...)
}

func init() {
	plugin.Register("org.example.issn-go", map[string]plugin.Maker{"go/issn": newISSN},
		[]plugin.Catalog{{Locale: "en", Text: english}, {Locale: "de", Text: german}})
}

func main() {}
