// Validates the records of standard input, one JSON object on each line, with messages in a language, on all processors.
//
//	CGO_CFLAGS=-I$PWD/../../Sources/EngineInterface/include go build check.go
//	./check rules.yaml de < people.ndjson
package main

/*
#cgo LDFLAGS: -lproviso
#include <stdlib.h>
#include "proviso_engine.h"

// Go may not give C a struct with a pointer to Go's memory, such as an output. Its parts may be given.
static int32_t open_file(const char *path, proviso_engine_handle *rules, char *bytes, size_t capacity, size_t *count) {
	proviso_engine_output output = {bytes, capacity, 0};
	int32_t status = proviso_engine_open_file(path, NULL, rules, &output);
	*count = output.count;
	return status;
}

static int32_t check(proviso_engine_handle rules, const char *json, size_t size, const char *locale, char *bytes,
                     size_t capacity, size_t *count) {
	proviso_engine_output output = {bytes, capacity, 0};
	int32_t status = proviso_engine_check(rules, json, size, NULL, locale, NULL, &output);
	*count = output.count;
	return status;
}
*/
import "C"

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
	"unsafe"
)

// Rules validate records, from any number of goroutines.
type Rules struct{ handle C.proviso_engine_handle }

// Finding is what the rules report; the engine writes more members than these.
type Finding struct{ Path, Code, Severity, Message string }

// answer calls a function of the engine, again with more room if its result had none. An error is the engine's JSON.
func answer(call func(room *C.char, capacity C.size_t, count *C.size_t) C.int32_t) ([]byte, error) {
	result := make([]byte, 4096)
	for {
		var count C.size_t
		status := call((*C.char)(unsafe.Pointer(&result[0])), C.size_t(len(result)), &count)
		switch {
		case int(count) > len(result):
			result = make([]byte, count)
		case status < 0:
			return nil, errors.New(string(result[:count]))
		default:
			return result[:count], nil
		}
	}
}

// Open reads a rule file, or a directory of rule files.
func Open(path string) (*Rules, error) {
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	rules := &Rules{}
	_, err := answer(func(room *C.char, capacity C.size_t, count *C.size_t) C.int32_t {
		return C.open_file(name, &rules.handle, room, capacity, count)
	})
	return rules, err
}

// Close frees the rules.
func (rules *Rules) Close() { C.proviso_engine_close(rules.handle) }

// Check validates a record. The locale is a BCP 47 tag or an Accept-Language header.
func (rules *Rules) Check(record []byte, locale string) ([]Finding, error) {
	language := C.CString(locale)
	defer C.free(unsafe.Pointer(language))
	var text *C.char
	if len(record) > 0 {
		text = (*C.char)(unsafe.Pointer(&record[0]))
	}
	lines, err := answer(func(room *C.char, capacity C.size_t, count *C.size_t) C.int32_t {
		return C.check(rules.handle, text, C.size_t(len(record)), language, room, capacity, count)
	})
	var findings []Finding
	for decoder := json.NewDecoder(bytes.NewReader(lines)); err == nil && decoder.More(); {
		var finding Finding
		err = decoder.Decode(&finding)
		findings = append(findings, finding)
	}
	return findings, err
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: check RULES LOCALE < RECORDS")
		os.Exit(2)
	}
	data, err := io.ReadAll(os.Stdin)
	var rules *Rules
	if err == nil {
		rules, err = Open(os.Args[1])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	defer rules.Close()
	records := bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
	reports := make([]string, len(records))
	var group sync.WaitGroup
	for first := 0; first < runtime.NumCPU(); first++ {
		group.Add(1)
		go func(first int) {
			defer group.Done()
			for index := first; index < len(records); index += runtime.NumCPU() {
				findings, err := rules.Check(records[index], os.Args[2])
				if err != nil {
					reports[index] = fmt.Sprintf("record %d: %v\n", index+1, err)
				}
				for _, finding := range findings {
					reports[index] += fmt.Sprintf("record %d: %s %s\n", index+1, finding.Path, finding.Message)
				}
			}
		}(first)
	}
	group.Wait()
	fmt.Print(strings.Join(reports, ""))
}
