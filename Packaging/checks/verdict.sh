# shellcheck shell=sh disable=SC1091
# Sourced in a clean root: a first verdict in German, a sorted list of languages, and a plugin that is signed and confined.
# $1 is the tool.
set -eu
mkdir -p /tmp/check && cd /tmp/check
cat >rules.yaml <<'Y'
labels: { username: { en: User name, de: Benutzername } }
rules:
  - [[username, email], required]
  - [joined, date, { max: "2020-01-31" }]
Y
printf '{"username":"","email":"a@b.com","joined":"2021-05-06"}\n' >data.ndjson

expect() {
    [ "$1" = "$2" ] || { printf 'expected:\n%s\nfound:\n%s\n' "$1" "$2"; exit 1; }
}

verdict() {
    found=$(env -u LANG -u LC_ALL "$1" check --rules rules.yaml --locale de data.ndjson 2>notes) && status=0 || status=$?
    expect 1 "$status"
    expect "data.ndjson:1:13: error: Benutzername ist erforderlich. [required.blank /username]
data.ndjson:1:43: error: Joined darf nicht nach 31.01.2020 liegen. [date.tooBig /joined]" "$found"
}

plugin() {
    echo 'rules: [[number, example/sample]]' >plugin.yaml
    printf '{"number":"!"}\n' >plugin.ndjson
    # An unsigned plugin is refused, a signed one runs confined.
    found=$("$1" check --rules plugin.yaml --plugins /packages/sample/unsigned --plugin-keys /packages/sample/keys \
        --plugin-mode worker plugin.ndjson 2>&1) && status=0 || status=$?
    case $found in *"is not signed"*) ;; *) expect "a refusal of a plugin that is not signed" "$found" ;; esac
    found=$("$1" check --rules plugin.yaml --plugins /packages/sample/signed --plugin-keys /packages/sample/keys \
        --plugin-mode worker plugin.ndjson 2>&1) && status=0 || status=$?
    expect 1 "$status"
    case $found in *.ndjson:1:*'[example/sample.format /number]'*) ;; *) expect "a violation by the plugin" "$found" ;; esac
}

# The plugins that come with the tool: no option, no trust.
bundled() {
    cat >bundled.yaml <<'Y'
rules:
  - [account, proviso/iban]
  - [card, proviso/credit-card, { grouped: true }]
  - [phone, proviso/phone]
  - [book, proviso/isbn]
  - [link, proviso/uri]
Y
    printf '{"account":"DE88370400440532013000","card":"4111 1111 1111 1111","phone":"+44 1","book":"x","link":"x y"}\n' >bundled.ndjson
    found=$(env -i "$1" check --rules bundled.yaml bundled.ndjson 2>&1) && status=0 || status=$?
    expect 1 "$status"
    for code in iban.checksum phone.tooShort isbn.format uri.format; do
        case $found in *"[proviso/$code "*) ;; *) expect "proviso/$code" "$found" ;; esac
    done
    case $found in *creditCard*) expect "a valid card" "$found" ;; esac
}

seconds() {
    begin=$(date +%s%N)
    "$@"
    echo "$(( ($(date +%s%N) - begin) / 1000000 )) ms: $*"
}
