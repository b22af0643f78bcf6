#include <stdbool.h>
#include <stdlib.h>
#include "proviso.h"

extern const char *prv_go_id;
void prv_go_host_rules(uint64_t rules, uint64_t catalogs);
void prv_go_rule(uint64_t place, const char *type);
void prv_go_catalog(uint64_t place, const char *locale, const char *text, uint64_t length);
const char *prv_go_text(const proviso_value *value);
int64_t prv_go_integer(const proviso_value *value);
double prv_go_number(const proviso_value *value);
proviso_value *prv_go_item(const proviso_host *host, const proviso_value *list, uint64_t index);
proviso_value *prv_go_find(const proviso_host *host, const proviso_value *object, const char *key, uint64_t length);
proviso_parameter *prv_go_parameters(uint64_t count);
void prv_go_text_parameter(proviso_parameter *list, uint64_t place, const char *name, const char *text, uint64_t length);
void prv_go_integer_parameter(proviso_parameter *list, uint64_t place, const char *name, int64_t number);
void prv_go_number_parameter(proviso_parameter *list, uint64_t place, const char *name, double number);
void prv_go_bool_parameter(proviso_parameter *list, uint64_t place, const char *name, bool flag);
void prv_go_report(proviso_call *call, const char *code, proviso_parameter *list, uint64_t count);
bool prv_go_cancelled(const proviso_call *call);
proviso_value *prv_go_record(const proviso_call *call);
void prv_go_log(const proviso_host *host, uint32_t severity, const char *text, uint64_t length);
void prv_go_refuse(proviso_failure *failure, char *option, char *reason);
