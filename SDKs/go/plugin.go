// Package plugin writes plugins for Proviso in Go.
//
// A rule type is a function that makes a Rule from options. A plugin registers its rule types in an init function, has
// its manifest in a C file (PROVISO_MANIFEST), and is built with -buildmode=c-shared. Go's runtime has threads and signal
// handlers, so the manifest has the capabilities "threads" and "workerOnly", and hosts run it with --plugin-threads.
package plugin

/*
#include "glue.h"
*/
import "C"

import (
	"runtime/cgo"
	"unsafe"
)

// Verdict is the result of a rule for a value.
type Verdict int32

// The verdicts.
const (
	Valid         Verdict = 0
	Invalid       Verdict = 1
	NotApplicable Verdict = 2
)

// Kind is the kind of a value.
type Kind uint32

// The kinds. Others may come: a rule does not accept them.
const (
	Absent Kind = iota
	Null
	Boolean
	Integer
	Unsigned
	Double
	Decimal
	Text
	Bytes
	List
	Object
)

// Rule is one use of a rule type in a rule set. Validate is called from several threads at once.
type Rule interface {
	Validate(value Value, call *Call) Verdict
}

// Refusal says why options cannot be used: the wrong option, and one sentence for the author of the rule.
type Refusal struct{ Option, Reason string }

// Maker makes a rule from options that were checked against the manifest.
type Maker func(options Value) (Rule, *Refusal)

// Catalog has the messages of one locale, an ARB document.
type Catalog struct{ Locale, Text string }

var makers = map[string]Maker{}

// Register describes the plugin, as its manifest does. Call it once, in an init function.
func Register(id string, rules map[string]Maker, catalogs []Catalog) {
	C.prv_go_id = C.CString(id)
	C.prv_go_host_rules(C.uint64_t(len(rules)), C.uint64_t(len(catalogs)))
	place := 0
	for name, maker := range rules {
		makers[name] = maker
		C.prv_go_rule(C.uint64_t(place), C.CString(name))
		place++
	}
	for index, one := range catalogs {
		C.prv_go_catalog(C.uint64_t(index), C.CString(one.Locale), C.CString(one.Text), C.uint64_t(len(one.Text)))
	}
}

// Value is a value of the host, valid during the call that passed it.
type Value struct {
	raw  *C.proviso_value
	host *C.proviso_host
}

// Kind returns the kind of the value.
func (v Value) Kind() Kind { return Kind(v.raw.kind) }

// Text returns a copy of the string, the bytes or the digits of a decimal; empty for another kind.
func (v Value) Text() string {
	if v.Kind() < Decimal || v.Kind() > Bytes || v.raw.length == 0 {
		return ""
	}
	return C.GoStringN(C.prv_go_text(v.raw), C.int(v.raw.length))
}

// Integer returns the integer; 0 for another kind.
func (v Value) Integer() int64 {
	if v.Kind() != Integer {
		return 0
	}
	return int64(C.prv_go_integer(v.raw))
}

// Number returns the number; 0 for another kind.
func (v Value) Number() float64 { return float64(C.prv_go_number(v.raw)) }

// Bool returns the Boolean; false for another kind.
func (v Value) Bool() bool { return v.Kind() == Boolean && C.prv_go_integer(v.raw) != 0 }

// Len returns the number of items or members.
func (v Value) Len() int {
	if v.Kind() != List && v.Kind() != Object {
		return 0
	}
	return int(v.raw.length)
}

// Item returns an item of a list.
func (v Value) Item(index int) (Value, bool) {
	found := C.prv_go_item(v.host, v.raw, C.uint64_t(index))
	return Value{found, v.host}, found != nil
}

// Find returns the first member of an object with a key.
func (v Value) Find(key string) (Value, bool) {
	text := C.CString(key)
	defer C.free(unsafe.Pointer(text))
	found := C.prv_go_find(v.host, v.raw, text, C.uint64_t(len(key)))
	return Value{found, v.host}, found != nil
}

// Texts returns the strings of an option that is a string or a list of strings.
func (v Value) Texts(name string) []string {
	found, ok := v.Find(name)
	if !ok {
		return nil
	}
	if found.Kind() == Text {
		return []string{found.Text()}
	}
	texts := make([]string, 0, found.Len())
	for index := 0; index < found.Len(); index++ {
		if item, ok := found.Item(index); ok {
			texts = append(texts, item.Text())
		}
	}
	return texts
}

// Parameter is a named value of a violation: a string, an int, a float64 or a bool. A list of strings is passed as several
// parameters with one name.
type Parameter struct {
	Name  string
	Value any
}

// Call is one call of Validate.
type Call struct{ raw *C.proviso_call }

// Report reports a violation, if the host wants to know it; it returns Invalid.
func (c *Call) Report(code string, parameters ...Parameter) Verdict {
	list := C.prv_go_parameters(C.uint64_t(len(parameters)))
	for index, one := range parameters {
		name, place := C.CString(one.Name), C.uint64_t(index)
		switch value := one.Value.(type) {
		case string:
			C.prv_go_text_parameter(list, place, name, C.CString(value), C.uint64_t(len(value)))
		case int:
			C.prv_go_integer_parameter(list, place, name, C.int64_t(value))
		case int64:
			C.prv_go_integer_parameter(list, place, name, C.int64_t(value))
		case float64:
			C.prv_go_number_parameter(list, place, name, C.double(value))
		case bool:
			C.prv_go_bool_parameter(list, place, name, C.bool(value))
		default:
			panic("a parameter is a string, an int, a float64 or a bool")
		}
	}
	text := C.CString(code)
	C.prv_go_report(c.raw, text, list, C.uint64_t(len(parameters)))
	C.free(unsafe.Pointer(text))
	return Invalid
}

// IsCancelled tells whether the result is no longer needed: work of more than a few milliseconds looks at it.
func (c *Call) IsCancelled() bool { return bool(C.prv_go_cancelled(c.raw)) }

// Deadline is when the call must have returned, in nanoseconds of CLOCK_MONOTONIC; 0 is "no limit".
func (c *Call) Deadline() uint64 { return uint64(c.raw.deadline) }

// Record has what the manifest's "reads" names; not on a host before 1.1.
func (c *Call) Record() (Value, bool) {
	found := C.prv_go_record(c.raw)
	return Value{found, c.raw.host}, found != nil
}

// Log writes a line to the host's log: 0 is debug, 1 info, 2 warning, 3 error.
func (c *Call) Log(severity uint32, text string) {
	line := C.CString(text)
	C.prv_go_log(c.raw.host, C.uint32_t(severity), line, C.uint64_t(len(text)))
	C.free(unsafe.Pointer(line))
}

// The first call of Go waits until all init functions have run.
//
//export provisoGoReady
func provisoGoReady() {}

//export provisoGoCreate
func provisoGoCreate(host *C.proviso_host, name *C.char, options *C.proviso_value, instance *C.uintptr_t, failure *C.proviso_failure) (result C.int32_t) {
	defer func() {
		if recover() != nil {
			result = C.PROVISO_FAULT_EXCEPTION
		}
	}()
	rule, refusal := makers[C.GoString(name)](Value{options, host})
	if refusal != nil {
		C.prv_go_refuse(failure, C.CString(refusal.Option), C.CString(refusal.Reason))
		return C.PROVISO_FAULT_ARGUMENT
	}
	*instance = C.uintptr_t(cgo.NewHandle(rule))
	return 0
}

//export provisoGoValidate
func provisoGoValidate(instance C.uintptr_t, value *C.proviso_value, call *C.proviso_call) (result C.int32_t) {
	defer func() {
		if recover() != nil {
			result = C.PROVISO_FAULT_EXCEPTION
		}
	}()
	rule := cgo.Handle(instance).Value().(Rule)
	return C.int32_t(rule.Validate(Value{value, call.host}, &Call{call}))
}

//export provisoGoDestroy
func provisoGoDestroy(instance C.uintptr_t) { cgo.Handle(instance).Delete() }
