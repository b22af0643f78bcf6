// Validates the records of standard input, one JSON object on each line, with messages in a language.
//
//     gcc check.c -I../../Sources/EngineInterface/include -lproviso -o check
//     ./check rules.yaml de < people.ndjson
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proviso_engine.h"

int main(int count, char **arguments) {
    if (count < 2) return fprintf(stderr, "usage: check RULES [LOCALE] < RECORDS\n"), 2;
    static char memory[1 << 16];
    proviso_engine_output output = {memory, sizeof memory, 0};

    proviso_engine_handle rules;
    if (proviso_engine_open_file(arguments[1], NULL, &rules, &output) < 0) {
        fprintf(stderr, "%.*s\n", (int)output.count, memory);
        return 2;
    }

    char *line = NULL;
    size_t room = 0;
    long number = 0, invalid = 0;
    for (ssize_t size; (size = getline(&line, &room, stdin)) >= 0;) {
        proviso_engine_handle report;
        const char *locale = count > 2 ? arguments[2] : NULL;
        int32_t status = proviso_engine_check(rules, line, (size_t)size, NULL, locale, &report, &output);
        number++;
        if (status == PROVISO_ENGINE_VALID) continue;
        invalid++;
        // A report as text; an error is JSON, and in `output` already.
        if (report) proviso_engine_render(report, locale, "text", &output);
        printf("record %ld: %.*s%s", number, (int)output.count, memory, report ? "" : "\n");
        if (report) proviso_engine_close(report);
    }
    printf("%ld records, %ld of them invalid\n", number, invalid);
    free(line);
    proviso_engine_close(rules);
    return invalid > 0;
}
