// What the files of this bridge share.
#pragma once

#include <yaml.h>

#include "yaml_bridge.h"

/// Says why a parser stopped, and where.
void prv_yaml_describe(const yaml_parser_t *parser, prv_yaml_problem *problem);
