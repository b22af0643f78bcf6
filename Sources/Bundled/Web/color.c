#include "Web.h"

/// The named colors of CSS Color Module Level 4, the keywords that are colors, and the system colors, also the
/// deprecated ones.
static const char names[] =
    " aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood "
    "cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod "
    "darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon "
    "darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray "
    "dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green "
    "greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon "
    "lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon "
    "lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta "
    "maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen "
    "mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive "
    "olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru "
    "pink plum powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen "
    "seashell sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato "
    "turquoise violet wheat white whitesmoke yellow yellowgreen transparent currentcolor accentcolor accentcolortext "
    "activetext buttonborder buttonface buttontext canvas canvastext field fieldtext graytext highlight highlighttext "
    "linktext mark marktext selecteditem selecteditemtext visitedtext activeborder activecaption appworkspace "
    "background buttonhighlight buttonshadow captiontext inactiveborder inactivecaption inactivecaptiontext "
    "infobackground infotext menu menutext scrollbar threeddarkshadow threedface threedhighlight threedlightshadow "
    "threedshadow window windowframe windowtext ";

static bool is_name(const char *text, uint64_t length) {
    char word[24] = " ";
    if (length == 0 || length > 21) return false;
    for (uint64_t i = 0; i < length; i++) {
        if (!is_letter(text[i])) return false;
        word[i + 1] = text[i] | 0x20;
    }
    word[length + 1] = ' ';
    word[length + 2] = 0;
    return strstr(names, word) != NULL;
}

static bool is_hexadecimal(const char *text, uint64_t length) {
    if (length != 4 && length != 5 && length != 7 && length != 9) return false;
    for (uint64_t i = 1; i < length; i++)
        if (!is_hex(text[i])) return false;
    return text[0] == '#';
}

static bool skip_spaces(reader *r) {
    const char *start = r->at;
    while (r->at < r->end && is_one_of(*r->at, " \t\n\r\f")) r->at++;
    return r->at > start;
}

typedef enum { NOTHING, NUMBER, PERCENTAGE, ANGLE, NONE } amount;

/// A number of CSS with its unit, or `none`.
static amount read_amount(reader *r) {
    static const char *const units[] = {"deg", "grad", "rad", "turn"};
    if (skip_word(r, "none")) return NONE;
    if (!skip(r, '-')) skip(r, '+');
    uint64_t digits = skip_digits(r);
    if (r->end - r->at > 1 && *r->at == '.' && is_digit(r->at[1])) {
        r->at++;
        digits += skip_digits(r);
    }
    if (digits == 0) return NOTHING;
    reader exponent = *r;
    if (skip_word(&exponent, "e")) {
        if (!skip(&exponent, '-')) skip(&exponent, '+');
        if (skip_digits(&exponent)) *r = exponent;
    }
    if (skip(r, '%')) return PERCENTAGE;
    for (unsigned i = 0; i < 4; i++)
        if (skip_word(r, units[i])) return ANGLE;
    return NUMBER;
}

/// A function of colors: which of its components is a hue, and whether commas may separate them.
typedef struct {
    const char *name;
    unsigned hue;
    bool may_have_commas;
} function;

enum { NO_HUE = 3 };

static const function functions[] = {
    {"rgba(", NO_HUE, true}, {"rgb(", NO_HUE, true},    {"hsla(", 0, true}, {"hsl(", 0, true},    {"hwb(", 0, false},
    {"lab(", NO_HUE, false}, {"oklab(", NO_HUE, false}, {"lch(", 2, false}, {"oklch(", 2, false},
    {"color(", NO_HUE, false},
};

/// The color space that color() begins with.
static bool skip_color_space(reader *r) {
    static const char *const spaces[] = {"srgb-linear", "srgb", "display-p3-linear", "display-p3", "a98-rgb",
                                         "prophoto-rgb", "rec2020", "xyz-d50", "xyz-d65", "xyz"};
    for (unsigned i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (skip_word(r, spaces[i])) return skip_spaces(r);
    return false;
}

/// With commas, components are all numbers or all percentages, and those of hsl() percentages.
static bool fit_commas(const amount kinds[3], bool hue) {
    if (kinds[0] == NONE || kinds[1] == NONE || kinds[1] != kinds[2]) return false;
    return hue ? kinds[1] == PERCENTAGE : kinds[0] == kinds[1];
}

/// The three components and the opacity of a function, with commas or with spaces.
static bool are_arguments(reader r, const function *of) {
    amount kinds[3];
    bool commas = false;
    for (unsigned i = 0; i < 3; i++) {
        if (i > 0) {
            bool spaces = skip_spaces(&r), comma = skip(&r, ',');
            if (i == 1) commas = comma;
            if (comma != commas || (!comma && !spaces)) return false;
            skip_spaces(&r);
        }
        kinds[i] = read_amount(&r);
        bool hue = i == of->hue;
        if (kinds[i] == NOTHING || (kinds[i] == ANGLE && !hue) || (kinds[i] == PERCENTAGE && hue)) return false;
    }
    if (commas && !(of->may_have_commas && fit_commas(kinds, of->hue == 0))) return false;
    skip_spaces(&r);
    if (skip(&r, commas ? ',' : '/')) {
        skip_spaces(&r);
        amount opacity = read_amount(&r);
        if (opacity == NOTHING || opacity == ANGLE || (commas && opacity == NONE)) return false;
        skip_spaces(&r);
    }
    return skip(&r, ')') && r.at == r.end;
}

/// CSS Color Module Level 4, without comments and escapes: hexadecimal, names and functions.
sample_problem check_css_color(const char *text, uint64_t length) {
    if (length == 0) return SAMPLE_FORMAT;
    if (text[0] == '#') return right_if(is_hexadecimal(text, length));
    reader r = {text, text + length};
    for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (!skip_word(&r, functions[i].name)) continue;
        skip_spaces(&r);
        if (strcmp(functions[i].name, "color(") == 0 && !skip_color_space(&r)) return SAMPLE_FORMAT;
        return right_if(are_arguments(r, &functions[i]));
    }
    return right_if(is_name(text, length));
}
