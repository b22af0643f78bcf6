// The page of proviso-server: a form made from what the rules say of themselves, and what they find as you type.
import { wordsFor } from "./words.js";

const byId = (id) => document.getElementById(id);
const make = (name, set = {}, ...children) => {
  const element = Object.assign(document.createElement(name), set);
  element.append(...children);
  return element;
};

const state = {
  rules: "", scenario: "", locale: "", version: "", fields: [], record: {}, report: null, words: wordsFor("en"), number: String };
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

const kinds = { boolean: "checkbox", date: "date" };
const keyboards = { number: "decimal", integer: "numeric" };

function control(field, path) {
  const value = valueAt(path);
  const text = value === undefined || value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
  let input;
  if (field.control === "choice" && field.choices?.length) {
    const chosen = field.choices.indexOf(value);
    input = make("select", {}, make("option", { value: "" }, "–"),
      ...field.choices.map((choice, index) => make("option", { value: String(index) }, String(choice))));
    // What the record has is shown, also if no rule accepts it.
    if (text && chosen < 0) input.append(make("option", { value: "other" }, text));
    input.value = chosen >= 0 ? String(chosen) : text && "other";
  } else if (field.control === "longText") {
    input = make("textarea", { rows: 4, value: text });
  } else {
    const isDate = field.control !== "date" || /^(\d{4}-\d\d-\d\d)?$/.test(text);
    input = make("input", { type: (isDate && kinds[field.control]) || "text", inputMode: keyboards[field.control] ?? "" });
    if (field.control === "boolean") input.checked = value === true;
    else input.value = text;
  }
  input.id = "f" + pointer(path);
  input.dir = input.type === "text" || field.control === "longText" ? "auto" : "";
  if (field.required && input.type !== "checkbox") input.setAttribute("aria-required", "true");
  input.addEventListener("input", () => {
    setValue(path, read(field, input, valueAt(path)));
    writeJSON();
    check();
  });
  return input;
}

function read(field, input, before) {
  if (input.type === "checkbox") return input.checked;
  if (input.value === "") return undefined;
  if (input.tagName === "SELECT") return input.value === "other" ? before : field.choices[Number(input.value)];
  // What is not a number stays text, so that the rules can say so.
  return keyboards[field.control] && /^-?\d+(\.\d+)?$/.test(input.value) ? Number(input.value) : input.value;
}

function row(field, path) {
  if (field.control === "group") return group(field, path);
  if (field.control === "list") return list(field, path);
  const input = control(field, path);
  const label = make("label", { htmlFor: input.id }, field.label);
  if (field.required) label.append(make("span", { className: "need", ariaHidden: "true" }, " *"));
  const error = make("p", { className: "error", id: "e" + pointer(path) });
  const described = [error.id];
  const isCheck = input.type === "checkbox";
  const parts = isCheck ? [input, label] : [label];
  if (field.hint) {
    const hint = make("p", { className: "hint", id: "h" + pointer(path) }, field.hint);
    described.unshift(hint.id);
    parts.push(hint);
  }
  input.setAttribute("aria-describedby", described.join(" "));
  return make("div", { className: isCheck ? "field check" : "field" }, ...parts, ...(isCheck ? [] : [input]), error);
}

// A group or a list, which its error describes.
function set(field, path, ...parts) {
  const error = make("p", { className: "error", id: "e" + pointer(path) });
  const fieldset = make("fieldset", {}, make("legend", {}, field.label), error, ...parts);
  fieldset.setAttribute("aria-describedby", error.id);
  return fieldset;
}

const group = (field, path) => set(field, path, ...children(field.path).map((child) =>
  row(child, [...path, child.path.slice(field.path.length + 1)])));

function list(field, path) {
  const name = field.path + ".*";
  const item = state.fields.find((other) => other.path === name)
    ?? { path: name, label: field.label, control: children(name).length ? "group" : "text" };
  const items = Array.isArray(valueAt(path)) ? valueAt(path) : [];
  const named = (index) => `${item.label} ${state.number(index + 1)}`;
  const add = make("button", { type: "button", className: "add", ariaLabel: "+ " + field.label }, "+");
  add.addEventListener("click", () => {
    setValue([...path, items.length], item.control === "group" ? {} : "");
    changed();
    byId("f" + pointer([...path, items.length]))?.focus();
  });
  const rows = items.map((_, index) => {
    const remove = make("button", { type: "button", className: "remove", ariaLabel: `− ${named(index)}` }, "−");
    remove.addEventListener("click", () => {
      valueAt(path).splice(index, 1);
      changed();
    });
    return make("div", { className: "item" }, row({ ...item, label: named(index) }, [...path, index]), remove);
  });
  return set(field, path, ...rows, add);
}

function drawForm() {
  const { id, selectionStart, selectionEnd } = document.activeElement;
  byId("form").replaceChildren(...children("").map((field) => row(field, [field.path])));
  const field = id && byId(id);
  // Whoever types goes on typing where they were.
  if (field && field !== document.activeElement) {
    field.focus({ preventScroll: true });
    if (typeof selectionStart === "number") field.setSelectionRange(selectionStart, selectionEnd);
  }
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

// One request at a time: what is typed meanwhile goes with the next one.
let isBusy = false, isBehind = false;
async function check() {
  isBehind = true;
  if (isBusy) return;
  isBusy = true;
  while (isBehind) {
    isBehind = false;
    await validate();
  }
  isBusy = false;
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
  // Other rules may have other fields.
  if (report.version !== state.version) describe().catch(fail);
}

function say(isValid, lang, ...parts) {
  Object.assign(byId("verdict"), { className: isValid ? "valid" : "error", lang });
  byId("verdict").replaceChildren(...parts);
}

// Sentences of the server about requests are in English.
const fail = (error) => say(false, "en", error.message);

function show() {
  const { report, words } = state;
  if (!report) return;
  byId("trace").replaceChildren(...(report.explanation ?? []).map(turn));
  // The heading is not read out with what changes below it.
  say(report.valid, words.tag, ...report.valid ? [`✓ ${words.valid}`]
    : [make("span", { className: "spoken" }, words.findings + ": "), `✗ ${state.number(report.violations.length)}`]);
  for (const error of document.querySelectorAll("#form .error")) error.textContent = "";
  for (const input of document.querySelectorAll("#form [aria-invalid]")) input.removeAttribute("aria-invalid");
  byId("findings").replaceChildren(...report.violations.map((violation) => {
    const error = byId("e" + violation.path);
    if (error?.textContent) {
      error.textContent += "\n" + violation.message;
    } else if (error) {
      error.textContent = violation.message;
      error.className = violation.severity === "error" ? "error" : "error " + violation.severity;
    }
    const input = byId("f" + violation.path);
    if (violation.severity === "error") input?.setAttribute("aria-invalid", "true");
    const mark = make("span", { className: "mark " + violation.severity, ariaHidden: "true" });
    const message = make(input ? "button" : "span", {}, mark, make("bdi", {}, violation.message));
    if (input) {
      message.type = "button";
      message.addEventListener("click", () => input.focus());
    }
    return make("li", {}, message, make("code", { dir: "ltr" }, `${violation.code} ${violation.path}`));
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
  return make("li", { className: rule.outcome },
    make("span", {}, `${rule.outcome} `), make("code", {}, [rule.path || "/", rule.type, value, because, place].filter(Boolean).join("  ")),
    ...parts.map((part) => make("code", { className: "part" }, part)),
    ...(rule.inner?.length ? [make("ol", {}, ...rule.inner.map(turn))] : []));
}

byId("why").addEventListener("toggle", () => {
  if (byId("why").open && !state.report?.explanation) validate();
});

// Rules and languages

// The names of all languages in one of them, which take longer than anything else of a switch.
const languages = new Map();
function optionsOf(locale, locales) {
  const key = [locale, ...locales].join();
  if (!languages.has(key)) {
    const names = new Intl.DisplayNames([locale, "en"], { type: "language" });
    const order = new Intl.Collator(locale);
    languages.set(key, locales.map((tag) => [tag, names.of(tag)]).sort((one, other) => order.compare(one[1], other[1])));
  }
  return languages.get(key).map(([tag, name]) => make("option", { value: tag }, `${name} (${tag})`));
}

function speak({ locale, digits }) {
  // Those of the messages, which a browser may not choose for the language.
  state.number = (number) => String(number).replace(/\d/g, (digit) => digits[digit]);
  state.words = wordsFor(locale);
  for (const element of document.querySelectorAll("[data-word]"))
    Object.assign(element, { textContent: state.words[element.dataset.word], lang: state.words.tag === "en" ? "en" : "" });
}

const description = () => ask(`v1/rules/${state.rules}?${parameters()}`);
const describe = async () => draw(await description());

function draw(description) {
  Object.assign(state, { fields: description.fields, version: description.version });
  document.documentElement.lang = description.locale;
  document.documentElement.dir = description.rightToLeft ? "rtl" : "ltr";
  speak(description);
  byId("scenario").replaceChildren(...description.scenarios.map((name) => make("option", { value: name }, name)));
  byId("scenario").value = description.scenario;
  byId("language").replaceChildren(...optionsOf(description.locale, description.locales));
  byId("language").value = description.locale;
  drawForm();
}

byId("language").addEventListener("change", async (event) => {
  state.locale = event.target.value;
  try {
    // The findings are known: only their words change.
    const [report, described] = await Promise.all([
      state.report && ask(`v1/render?${new URLSearchParams({ locale: state.locale })}`, {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(state.report) }),
      description()]);
    state.report = report;
    draw(described);
    keep();
  } catch (error) { fail(error); }
});

async function enter() {
  try {
    if (state.scenario) {
      // A link may name a scenario that the rules no longer have.
      const { scenarios } = await ask(`v1/rules/${state.rules}`);
      if (!scenarios.includes(state.scenario)) state.scenario = "";
    }
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

// Rules that change while nothing is typed; and what is wrong with the file, whose rules before it go on.
async function watch() {
  if (document.hidden || !state.rules) return;
  try {
    const { rules } = await ask("v1/rules");
    const entry = rules.find(({ name }) => name === state.rules);
    byId("stale").hidden = entry?.status !== "stale";
    byId("reasons").textContent = (entry?.reasons ?? []).join(" ");
    if (entry?.version && entry.version !== state.version) check();
  } catch (error) { fail(error); }
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
      await enter();
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
await start();
setInterval(watch, 2000);
