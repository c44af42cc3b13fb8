/** Values for the variables of a template. A list repeats its section, an object or `true` shows it once. */
export interface TemplateValues {
  [name: string]: string | number | boolean | undefined | TemplateValues | readonly TemplateValues[];
}

/**
 * A part of a template: literal text, a variable, or a section that is shown for a value (or, inverted, without one).
 */
type Part = string | { variable: string } | { section: string; isInverted: boolean; parts: Part[] };

/** A parsed template: `{{name}}`, `{{#name}}…{{/name}}` and `{{^name}}…{{/name}}`, as in Mustache. */
export interface Template {
  readonly parts: readonly Part[];
  /** Names of all variables and sections in it. */
  readonly names: ReadonlySet<string>;
}

/** A tag; one that begins or ends a section on a line of its own includes the whole line. */
const TAG = /^[ \t]*\{\{([#^/])(\w+)\}\}[ \t]*\n|(?<!\{)\{\{([#^/]?)(\w+)\}\}(?!\})/gm;

/** Reads a template. There is no way to write a variable that is not escaped. @throws Error that names the fault. */
export function parseTemplate(text: string): Template {
  const names = new Set<string>();
  const root: Part[] = [];
  const open: { name: string; parts: Part[] }[] = [{ name: "", parts: root }];
  let end = 0;
  for (const tag of text.matchAll(TAG)) {
    const [whole, ownKind, ownName, kind = ownKind, name = ownName ?? ""] = tag;
    const top = open.at(-1);
    if (!top) break;
    top.parts.push(checkedText(text.slice(end, tag.index)));
    end = tag.index + whole.length;
    names.add(name);
    if (kind === "/") {
      if (top.name !== name) throw new Error(`{{/${name}}} ends a section that is not open.`);
      open.pop();
    } else if (kind) {
      const parts: Part[] = [];
      top.parts.push({ section: name, isInverted: kind === "^", parts });
      open.push({ name, parts });
    } else top.parts.push({ variable: name });
  }
  const last = open.at(-1);
  if (last?.name) throw new Error(`The section {{#${last.name}}} has no end.`);
  last?.parts.push(checkedText(text.slice(end)));
  return { parts: root, names };
}

function checkedText(text: string): string {
  const [wrong] = /\{\{.{0,40}/.exec(text) ?? [];
  if (wrong !== undefined) throw new Error(`${wrong} is no variable: names have letters, digits and _ only.`);
  return text;
}

/** Fills in a template. @param escapeText makes a value safe in the template's format, such as HTML. */
export function renderTemplate(
  { parts }: Pick<Template, "parts">,
  values: TemplateValues,
  escapeText: (text: string) => string,
): string {
  return render(parts, [values], escapeText);
}

function render(
  parts: readonly Part[],
  scopes: readonly TemplateValues[],
  escapeText: (text: string) => string,
): string {
  let text = "";
  for (const part of parts) {
    if (typeof part === "string") text += part;
    else if ("variable" in part) text += escapeText(textOf(find(scopes, part.variable)));
    else text += renderSection(part, scopes, escapeText);
  }
  return text;
}

function renderSection(
  { section, isInverted, parts }: Extract<Part, { section: string }>,
  scopes: readonly TemplateValues[],
  escapeText: (text: string) => string,
): string {
  const value = find(scopes, section);
  const isEmpty = !value || (Array.isArray(value) && value.length === 0);
  if (isInverted) return isEmpty ? render(parts, scopes, escapeText) : "";
  if (isEmpty) return "";
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items
    .map((item) => render(parts, typeof item === "object" ? [item as TemplateValues, ...scopes] : scopes, escapeText))
    .join("");
}

/** The value of a name in the innermost scope that has it. */
function find(scopes: readonly TemplateValues[], name: string): TemplateValues[string] {
  return scopes.find((scope) => Object.hasOwn(scope, name))?.[name];
}

function textOf(value: TemplateValues[string]): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Text as content or attribute of HTML. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
