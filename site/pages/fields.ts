import { flatten, type OpenApi, type Schema } from "../contract/openapi.ts";
import { type Html, html } from "./html.ts";
import { inlineMarkdown } from "./markdown.ts";
import { choicesOf, limitsText, typeText } from "./type-text.ts";

/** Fields nested more deeply are only in the contract. */
const MAX_DEPTH = 6;

/** The fields of a value as a nested list; undefined if it has none. */
export function fieldList(document: OpenApi, schema: Schema, parents: readonly string[] = []): Html | undefined {
  const lists = objectsIn(document, schema).flatMap(({ properties = {}, required = [], additionalProperties }) => {
    const rows = Object.entries(properties).map(([name, field]) =>
      fieldRow(document, { name, field, isRequired: required.includes(name), parents }),
    );
    const others = typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0;
    if (others)
      rows.push(fieldRow(document, { name: "‹key›", field: additionalProperties, isRequired: false, parents }));
    return rows.length > 0 ? [html`<ul class="fields">${rows}</ul>`] : [];
  });
  if (lists.length < 2) return lists[0];
  return html`${lists.map((list, i) => html`${i > 0 && html`<p class="or">or</p>`}${list}`)}`;
}

interface Row {
  name: string;
  field: Schema;
  isRequired: boolean;
  /** The references that lead to this field. */
  parents: readonly string[];
}

function fieldRow(document: OpenApi, { name, field, isRequired, parents }: Row): Html {
  const flat = flatten(document, field);
  const [only = flat, ...others] = choicesOf(flat).filter(({ type }) => type !== "null");
  const limits = limitsText(others.length === 0 ? flatten(document, only) : flat);
  const path = [...parents, ...referencesOf(field)];
  const isRecursive = new Set(path).size < path.length;
  const inner = isRecursive || parents.length > MAX_DEPTH ? undefined : fieldList(document, field, [...path, name]);
  return html`<li><code class="name">${name}</code> <span class="type">${typeText(document, field)}</span>${
    isRequired && html` <span class="required">required</span>`
  }${flat.deprecated && html` <span class="deprecated">deprecated</span>`}${limits.map(
    (limit) => html` <span class="limit">${limit}</span>`,
  )}${flat.description && html`<p>${inlineMarkdown(flat.description)}</p>`}${
    isRecursive && html`<p>Has the same fields as above.</p>`
  }${inner && html`<details${parents.length === 0 && html` open`}><summary>Fields of ${name}</summary>${inner}</details>`}</li>`;
}

/** The object schemas of a value or of its items. */
function objectsIn(document: OpenApi, schema: Schema): Schema[] {
  const flat = flatten(document, schema);
  if (flat.type === "array") return objectsIn(document, flat.items ?? {});
  const choices = choicesOf(flat);
  if (choices.length > 0) return choices.flatMap((choice) => objectsIn(document, choice));
  return flat.properties || flat.additionalProperties ? [flat] : [];
}

/** The references of a field and of its items. A repeated reference means that the type contains itself. */
function referencesOf({ $ref, items, anyOf = [] }: Schema): string[] {
  return [...($ref ? [$ref] : []), ...(items ? referencesOf(items) : []), ...anyOf.flatMap(referencesOf)];
}
