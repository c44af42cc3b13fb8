import type { Caller, CallTemplate } from "../snippets/call.ts";
import { json, literal } from "../snippets/literal.ts";
import { showAnswer } from "./answer.ts";
import { type Demo, demoCall } from "./demo-call.ts";
import { restoreDemo, signUserToken } from "./demo-calls.ts";
import { find, findAll, readData } from "./elements.ts";
import { type FilledCall, requestOf } from "./request.ts";
import { showSnippets } from "./snippets.ts";

/** The page's data about its call. */
interface PageCall {
  call: CallTemplate;
  callers: Caller[];
  /** The caller with an API key, who can sign user tokens. */
  keyCaller: Caller;
}

const CREDENTIALS = "atrium-credentials";

/** Fills in the page's form from the demo or earlier input, and sends its call. */
export function prepareTryForm(demo: Demo | undefined): void {
  const notice = find("#demo-notice", HTMLElement);
  if (notice) notice.textContent = advice(demo);
  const form = find("#try", HTMLFormElement);
  const declared = readData<PageCall>("call");
  if (!form || !declared) return;
  const { callers, keyCaller } = declared;
  const call = demo ? demoCall(declared.call, demo) : declared.call;
  fillIn(form, call, { ...demo?.credentials, ...storedCredentials() });
  const refresh = () => {
    const filled = readForm(form, call, callers);
    showCaller(form, filled.caller);
    showSnippets(filled);
  };
  refresh();
  form.addEventListener("input", refresh);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    keepCredentials(form);
    const filled = readForm(form, call, callers);
    if (demo && isUnsigned(filled)) {
      setField(form, "credential.userToken", await signUserToken(demo, keyCaller));
      keepCredentials(form);
    }
    const ready = readForm(form, call, callers);
    const values = { ...demo?.credentials, ...storedCredentials(), ...ready.values };
    const { url, init } = requestOf(location.origin, { ...ready, values });
    await showAnswer(form, url, init);
    if (demo && call.path.endsWith("/endpoints/delete")) await restoreDemo(demo, keyCaller);
  });
}

function advice(demo: Demo | undefined): string {
  return demo
    ? "The calls on these pages are filled in with the demo workspace of this server."
    : "Type in credentials to send calls. If the server has the demo workspace, the command “npx atrium open” prints a link that fills them in.";
}

function fillIn(form: HTMLFormElement, call: CallTemplate, credentials: Record<string, string>): void {
  if (call.body !== undefined) setField(form, "body", literal(call.body, json));
  for (const [name, value] of Object.entries(call.query ?? {})) setField(form, `query.${name}`, value);
  for (const [scheme, value] of Object.entries(credentials)) setField(form, `credential.${scheme}`, value);
}

function readForm(form: HTMLFormElement, call: CallTemplate, callers: readonly Caller[]): FilledCall {
  const fields = new FormData(form);
  const text = (name: string) => String(fields.get(name) ?? "");
  const caller = callers.find(({ name }) => name === fields.get("caller")) ??
    callers[0] ?? { name: "", credentials: [] };
  const { body, query, ...rest } = call;
  return {
    ...rest,
    caller,
    values: Object.fromEntries(caller.credentials.map(({ scheme }) => [scheme, text(`credential.${scheme}`).trim()])),
    ...(query && { query: readQuery(Object.keys(query), text) }),
    ...(body !== undefined && { body: text("body") }),
  };
}

/** The query parameters that were filled in; optional ones may be empty. */
function readQuery(names: readonly string[], text: (name: string) => string): Record<string, string> {
  const fields = names.map((name) => [name, text(`query.${name}`)] as const);
  return Object.fromEntries(fields.filter(([, value]) => value));
}

function showCaller(form: HTMLFormElement, { name }: Caller): void {
  for (const label of findAll("[data-caller]", HTMLLabelElement, form)) label.hidden = label.dataset.caller !== name;
}

/** Whether a call needs a user token and none was entered. */
function isUnsigned({ caller, values }: FilledCall): boolean {
  return caller.credentials.some(({ scheme }) => scheme === "userToken") && !values.userToken;
}

function setField(form: HTMLFormElement, name: string, value: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value = value;
  if (field instanceof HTMLTextAreaElement) field.rows = Math.min(24, value.split("\n").length + 1);
}

function storedCredentials(): Record<string, string> {
  return JSON.parse(sessionStorage.getItem(CREDENTIALS) ?? "{}");
}

/** Keeps the credentials of the form for the other pages of this tab. */
function keepCredentials(form: HTMLFormElement): void {
  const credentials = storedCredentials();
  for (const { name, value } of findAll("input[name^='credential.']", HTMLInputElement, form)) {
    const scheme = name.replace("credential.", "");
    if (value) credentials[scheme] = value;
    else delete credentials[scheme];
  }
  sessionStorage.setItem(CREDENTIALS, JSON.stringify(credentials));
}
