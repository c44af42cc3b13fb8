import type { Operation } from "../contract/operations.ts";
import { json, literal } from "../snippets/literal.ts";
import { type Html, html } from "./html.ts";

/** The form that sends the call of a page. A script fills it in and handles the button. */
export function tryForm({ call, callers, event }: Operation): Html {
  const credentials = callers.flatMap((caller) =>
    caller.credentials.map((credential) => ({ ...credential, caller: caller.name })),
  );
  return html`<form id="try" autocomplete="off"><h2>${event ? "Send an example" : "Try it"}</h2>
<p id="demo-notice" role="status"></p>
${
  callers.length > 1 &&
  html`<label>Call as <select name="caller">${callers.map(({ name }) => html`<option>${name}</option>`)}</select></label>`
}
${
  credentials.length > 0 &&
  html`<details id="credentials"><summary>Credentials</summary>${credentials.map(
    ({ scheme, header, caller }) =>
      html`<label data-caller="${caller}">${header}<input type="password" name="credential.${scheme}" autocomplete="off" spellcheck="false"></label>`,
  )}<p>They are kept only in this tab.</p></details>`
}
${Object.entries(call.query ?? {}).map(
  ([name, value]) => html`<label>${name}<input name="query.${name}" value="${value}" spellcheck="false"></label>`,
)}
${
  call.body !== undefined &&
  html`<label>Body<textarea name="body" spellcheck="false" rows="10">${literal(call.body, json)}</textarea></label>`
}
<button type="submit">Send</button><button type="button" id="stop" hidden>Stop</button>
<section id="answer" aria-live="polite" hidden><h3 tabindex="-1"></h3><pre tabindex="0"><code></code></pre></section></form>`;
}
