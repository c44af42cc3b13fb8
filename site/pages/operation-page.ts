import { keyCaller } from "../contract/callers.ts";
import type { OpenApi } from "../contract/openapi.ts";
import type { Operation } from "../contract/operations.ts";
import { DEFAULT_ORIGIN } from "../snippets/call.ts";
import { languages } from "../snippets/languages.ts";
import { json, literal } from "../snippets/literal.ts";
import { codeBlock, codeTabs } from "./code.ts";
import { fieldList } from "./fields.ts";
import { dataBlock, type Html, html } from "./html.ts";
import type { Page } from "./layout.ts";
import { inlineMarkdown, type Links, markdown } from "./markdown.ts";
import { tryForm } from "./try-form.ts";
import { typeText } from "./type-text.ts";

/** The page of an endpoint or an event. */
export function operationPage(document: OpenApi, operation: Operation, links: Links): Page {
  const { page, summary, description, call, event, callers } = operation;
  const title = event ?? summary;
  const samples = languages.map(({ id, write }) => ({
    language: id,
    text: write({ ...call, origin: DEFAULT_ORIGIN, credentials: callers[0]?.credentials ?? [] }),
  }));
  return {
    path: page,
    title: `${title} – Atrium`,
    description: event ? description : `${call.method} ${call.path}: ${summary}`,
    body: html`<p class="area">${operation.tag}</p><h1>${title}</h1>${
      event ? "" : html`<p class="path"><span>${call.method}</span> <code>${call.path}</code></p>`
    }<p class="to-try"><a href="#try">${event ? "Send an example" : "Try it"}</a></p>${markdown(description, links).body}${
      event ? eventText(document, operation) : endpointText(document, operation)
    }`,
    kind: "wide",
    aside: html`${dataBlock("call", { call, callers, keyCaller: keyCaller(document) })}<section id="snippets" aria-label="${
      event ? "Send an example of this event to an endpoint" : "The call in your language"
    }">${codeTabs(samples)}</section>${tryForm(operation)}`,
  };
}

function endpointText(document: OpenApi, operation: Operation): Html {
  const { input, output, callers, errors } = operation;
  const reply = output?.type === "application/json";
  return html`<p>Credentials: ${callers.map(({ name }) => name).join(" or ")}. <a href="/docs/guides/authentication">Authentication</a> says how to send them.</p>
<h2 id="request">Request</h2>${
    input ? html`<p>Fields of <code>data</code>:</p>${fieldsOf(document, input.schema)}` : ""
  }${parametersOf(operation)}
<h2 id="reply">Reply</h2>${
    output &&
    html`${
      reply && operation.call.method === "POST"
        ? html`<p>Fields of <code>result</code>:</p>${fieldsOf(document, output.schema)}`
        : ""
    }<details><summary>Example of a reply</summary>${codeBlock(
      reply ? literal(output.example, json) : String(output.example),
      reply ? "json" : "text",
    )}</details>`
  }
${
  errors.length > 0 &&
  html`<details><summary>Errors</summary><ul class="errors">${errors.map(
    ({ status, description }) => html`<li><code>${status}</code> ${inlineMarkdown(description)}</li>`,
  )}</ul><p><a href="/docs/guides/errors">Errors</a> says what to do about each.</p></details>`
}`;
}

function eventText(document: OpenApi, { input, parameters }: Operation): Html {
  return html`<p><a href="/docs/guides/webhooks">Webhooks</a> says how to receive events and how to verify them.</p>
<h2 id="body">Body</h2>${fieldsOf(document, input?.schema)}${
    parameters.length > 0 &&
    html`<details><summary>Headers</summary><ul class="fields">${parameters.map(
      ({ name, description }) =>
        html`<li><code class="name">${name}</code><p>${inlineMarkdown(description ?? "")}</p></li>`,
    )}</ul></details>`
  }<h2 id="example">Example</h2>${codeBlock(literal(input?.example, json), "json")}`;
}

function parametersOf({ parameters }: Operation): Html | undefined {
  const places = [
    { title: "Query", names: parameters.filter((one) => one.in === "query"), isOpen: true },
    { title: "Headers", names: parameters.filter((one) => one.in === "header"), isOpen: false },
  ].filter(({ names }) => names.length > 0);
  if (places.length === 0) return undefined;
  return html`${places.map(
    ({ title, names, isOpen }) =>
      html`<details${isOpen && html` open`}><summary>${title}</summary><ul class="fields">${names.map(
        ({ name, description, required }) =>
          html`<li><code class="name">${name}</code> <span class="type">string</span>${
            required && html` <span class="required">required</span>`
          }<p>${inlineMarkdown(description ?? "")}</p></li>`,
      )}</ul></details>`,
  )}`;
}

function fieldsOf(document: OpenApi, schema = {}): Html {
  return fieldList(document, schema) ?? html`<p class="type">${typeText(document, schema)}</p>`;
}
