// The page of proviso-server: a form made from what the rules say of themselves, and what they find as you type.
const byId = (id) => document.getElementById(id);
const make = (name, set = {}, ...children) => {
  const element = Object.assign(document.createElement(name), set);
  element.append(...children);
  return element;
};

const state = { rules: "", scenario: "", locale: "", fields: [], record: {}, report: null };
let turns = 0;

// Values at a path such as ["items", 0, "sku"].
const valueAt = (path) => path.reduce((value, key) => value?.[key], state.record);

function setValue(path, value) {
  let place = state.record;
  path.slice(0, -1).forEach((key, index) => {
    if (typeof place[key] !== "object" || place[key] === null) place[key] = typeof path[index + 1] === "number" ? [] : {};
    place = place[key];
  });
  const last = path.at(-1);
  if (value === undefined && !Array.isArray(place)) delete place[last];
  else place[last] = value;
}

const pointer = (path) =>
  path.map((key) => "/" + String(key).replaceAll("~", "~0").replaceAll("/", "~1")).join("");

async function ask(address, options) {
  const token = sessionStorage.getItem("token");
  const headers = { ...options?.headers, ...(token && { Authorization: `Bearer ${token}` }) };
  const answer = await fetch(address, { ...options, headers });
  const body = await answer.json();
  // A server with tokens tells little before it has one.
  if (answer.status === 401) byId("gate").hidden = false;
  if (!answer.ok) throw new Error(body.detail || body.title || answer.statusText);
  return body;
}

const parameters = (more = {}) => new URLSearchParams(
  Object.entries({ scenario: state.scenario, locale: state.locale, ...more }).filter(([, value]) => value));

// The form

const children = (prefix) => state.fields.filter((field) => {
  const rest = prefix ? field.path.startsWith(prefix + ".") && field.path.slice(prefix.length + 1) : field.path;
  return rest && !rest.includes(".");
});

function control(field, path) {
  const value = valueAt(path);
  const type = { number: "number", integer: "number", boolean: "checkbox", date: "date", file: "text", datetime: "text" };
  let input;
  if (field.control === "choice" && field.choices?.length) {
    input = make("select", {}, make("option", { value: "" }, "–"),
      ...field.choices.map((choice, index) => make("option", { value: String(index) }, String(choice))));
    input.value = String(field.choices.findIndex((choice) => choice === value));
    if (input.selectedIndex < 0) input.selectedIndex = 0;
  } else if (field.control === "longText") {
    input = make("textarea", { rows: 4, value: value ?? "" });
  } else {
    input = make("input", { type: type[field.control] ?? "text" });
    if (field.control === "boolean") input.checked = value === true;
    else input.value = value === undefined || value === null ? "" : String(value);
    if (field.control === "integer") input.step = "1"; else if (field.control === "number") input.step = "any";
  }
  input.id = "f" + pointer(path);
  if (field.required) input.setAttribute("aria-required", "true");
  input.addEventListener("input", () => {
    setValue(path, read(field, input));
    writeJSON();
    check();
  });
  return input;
}

function read(field, input) {
  if (field.control === "boolean") return input.checked;
  if (input.value === "") return undefined;
  if (input.tagName === "SELECT") return field.choices[Number(input.value)];
  if (input.type === "number") return input.valueAsNumber;
  return input.value;
}

function row(field, path) {
  if (field.control === "group") return group(field, path);
  if (field.control === "list") return list(field, path);
  const input = control(field, path);
  const label = make("label", { htmlFor: input.id }, field.label);
  if (field.required) label.append(make("span", { className: "need", ariaHidden: "true" }, " *"));
  const error = make("p", { className: "error", id: "e" + pointer(path) });
  const described = [error.id];
  const parts = [label];
  if (field.hint) {
    const hint = make("p", { className: "hint", id: "h" + pointer(path) }, field.hint);
    described.unshift(hint.id);
    parts.push(hint);
  }
  input.setAttribute("aria-describedby", described.join(" "));
  return make("div", { className: "field" }, ...parts, input, error);
}

function group(field, path) {
  return make("fieldset", {}, make("legend", {}, field.label), ...children(field.path).map((child) =>
    row(child, [...path, child.path.slice(field.path.length + 1)])),
    make("p", { className: "error", id: "e" + pointer(path) }));
}

function list(field, path) {
  const name = field.path + ".*";
  const item = state.fields.find((other) => other.path === name)
    ?? { path: name, label: field.label, control: children(name).length ? "group" : "text" };
  const items = Array.isArray(valueAt(path)) ? valueAt(path) : [];
  const add = make("button", { type: "button", ariaLabel: "+ " + field.label }, "+");
  add.addEventListener("click", () => {
    setValue([...path, items.length], item.control === "group" ? {} : "");
    changed();
    byId("f" + pointer([...path, items.length]))?.focus();
  });
  const rows = items.map((_, index) => {
    const remove = make("button", { type: "button", ariaLabel: `− ${field.label} ${index + 1}` }, "−");
    remove.addEventListener("click", () => {
      valueAt(path).splice(index, 1);
      changed();
    });
    return make("div", {}, row({ ...item, label: `${item.label} ${index + 1}` }, [...path, index]), remove);
  });
  return make("fieldset", {}, make("legend", {}, field.label), ...rows, add,
    make("p", { className: "error", id: "e" + pointer(path) }));
}

function drawForm() {
  byId("form").replaceChildren(...children("").map((field) => row(field, [field.path])));
  show();
}

function changed() {
  writeJSON();
  drawForm();
  check();
}

// The record as JSON

const writeJSON = () => {
  byId("json").value = JSON.stringify(state.record, null, 2);
  byId("json-error").textContent = "";
};

byId("json").addEventListener("input", () => {
  try {
    const record = JSON.parse(byId("json").value);
    if (typeof record !== "object" || record === null || Array.isArray(record)) throw new Error("expected an object");
    state.record = record;
    byId("json-error").textContent = "";
    drawForm();
    check();
  } catch (error) {
    byId("json-error").textContent = error.message;
  }
});

// Findings

let waiting;
function check() {
  clearTimeout(waiting);
  waiting = setTimeout(validate, 30);
}

async function validate() {
  const mine = ++turns;
  try {
    const more = byId("why").open ? { explain: "true" } : {};
    const report = await ask(`v1/rules/${state.rules}/validate?${parameters(more)}`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(state.record) });
    // A later key press has its own answer.
    if (mine === turns) take(report);
  } catch (error) {
    if (mine === turns) fail(error);
  }
}

function take(report) {
  state.report = report;
  byId("version").textContent = `${report.rules} ${report.version}`;
  keep();
  show();
}

function fail(error) {
  byId("verdict").className = "invalid";
  byId("verdict").textContent = error.message;
}

function show() {
  const report = state.report;
  if (!report) return;
  byId("trace").replaceChildren(...(report.explanation ?? []).map(turn));
  byId("verdict").className = report.valid ? "valid" : "invalid";
  byId("verdict").textContent = report.valid ? "✓" : "✗ " + report.violations.length;
  for (const error of document.querySelectorAll("#form .error")) error.textContent = "";
  for (const input of document.querySelectorAll("#form [aria-invalid]")) input.removeAttribute("aria-invalid");
  byId("findings").replaceChildren(...report.violations.map((violation) => {
    const error = byId("e" + violation.path);
    if (error && !error.textContent) {
      error.textContent = violation.message;
      error.className = violation.severity === "error" ? "error" : "error " + violation.severity;
    }
    const input = byId("f" + violation.path);
    if (violation.severity === "error") input?.setAttribute("aria-invalid", "true");
    const jump = make("button", { type: "button", className: violation.severity }, violation.message);
    jump.addEventListener("click", () => input?.focus());
    return make("li", {}, jump, make("br"), make("code", { dir: "ltr" }, `${violation.code} ${violation.path}`));
  }));
}

// What happened to every rule

function turn(rule) {
  const value = rule.value === undefined ? "" : JSON.stringify(rule.value);
  const place = rule.line ? `${rule.file ?? ""}:${rule.line}:${rule.column}` : "";
  const because = rule.by ? `${rule.by.type} ${rule.by.line ?? ""}` : rule.reason ?? (rule.on ?? rule.except ?? []).join(", ");
  const parts = [...(rule.conditions ?? []).map(({ condition, holds }) => `${condition} = ${holds ?? "?"}`),
    ...(rule.parts ?? []).map(({ part, value }) => `${part} = ${JSON.stringify(value)}`),
    ...(rule.changes ?? []).map(({ before, after }) => `${JSON.stringify(before) ?? ""} → ${JSON.stringify(after)}`)];
  return make("li", { className: rule.outcome, dir: "ltr" },
    make("span", {}, `${rule.outcome} `), make("code", {}, [rule.path || "/", rule.type, value, because, place].filter(Boolean).join("  ")),
    ...parts.map((part) => make("code", { className: "part" }, part)),
    ...(rule.inner?.length ? [make("ol", {}, ...rule.inner.map(turn))] : []));
}

byId("why").addEventListener("toggle", () => {
  if (byId("why").open && !state.report?.explanation) validate();
});

// Rules and languages

async function describe() {
  const description = await ask(`v1/rules/${state.rules}?${parameters()}`);
  state.fields = description.fields;
  document.documentElement.lang = description.locale;
  document.documentElement.dir = description.rightToLeft ? "rtl" : "ltr";
  byId("scenario").replaceChildren(...description.scenarios.map((name) => make("option", { value: name }, name)));
  byId("scenario").value = description.scenario;
  const names = new Intl.DisplayNames([description.locale, "en"], { type: "language" });
  byId("language").replaceChildren(...description.locales
    .map((tag) => [tag, names.of(tag)]).sort((one, other) => one[1].localeCompare(other[1]))
    .map(([tag, name]) => make("option", { value: tag, lang: tag }, `${name} (${tag})`)));
  byId("language").value = description.locale;
  drawForm();
}

byId("language").addEventListener("change", async (event) => {
  state.locale = event.target.value;
  try {
    // The findings are known: only their words change.
    const [report] = await Promise.all([
      state.report && ask(`v1/render?${new URLSearchParams({ locale: state.locale })}`, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(state.report) }),
      describe()]);
    if (report) take(report);
  } catch (error) { fail(error); }
});

async function enter() {
  try {
    await describe();
    writeJSON();
    await validate();
  } catch (error) { fail(error); }
}

byId("scenario").addEventListener("change", (event) => {
  state.scenario = event.target.value;
  enter();
});

byId("rules").addEventListener("change", (event) => {
  Object.assign(state, { rules: event.target.value, scenario: "", record: {}, report: null });
  enter();
});

byId("form").addEventListener("submit", (event) => event.preventDefault());

// The address has all of it, so that a link reopens what it was copied from.

const keep = () => history.replaceState(null, "", "#" + new URLSearchParams({
  rules: state.rules, scenario: state.scenario, locale: state.locale, record: JSON.stringify(state.record) }));

function reopen() {
  const kept = new URLSearchParams(location.hash.slice(1));
  for (const name of ["rules", "scenario", "locale"]) state[name] = kept.get(name) ?? "";
  try {
    const record = JSON.parse(kept.get("record") ?? "{}");
    if (typeof record === "object" && record !== null && !Array.isArray(record)) state.record = record;
  } catch { /* A link that was cut opens with an empty record. */ }
}

async function start() {
  try {
    const { rules } = await ask("v1/rules");
    byId("rules").replaceChildren(...rules.map(({ name, status }) =>
      make("option", { value: name, disabled: status === "unusable" }, status === "ready" ? name : `${name} (${status})`)));
    const usable = rules.filter(({ status }) => status !== "unusable");
    const first = usable.find(({ name }) => name === state.rules) ?? usable[0];
    if (first) {
      state.rules = first.name;
      byId("rules").value = first.name;
      enter();
    } else {
      fail(new Error("No rules are in force."));
    }
  } catch (error) { fail(error); }
}

byId("token").addEventListener("change", (event) => {
  sessionStorage.setItem("token", event.target.value.trim());
  start();
});

reopen();
start();
