import type { Call } from "../snippets/call.ts";
import { languages } from "../snippets/languages.ts";
import { colour } from "./colour.ts";
import { find } from "./elements.ts";
import type { FilledCall } from "./request.ts";

/** Shows the form's call in every language. While the body is not valid JSON, the previous snippets stay. */
export function showSnippets({ caller, values: _, body, ...filled }: FilledCall): void {
  const call: Call = { ...filled, origin: location.origin, credentials: caller.credentials };
  if (body !== undefined) {
    try {
      call.body = JSON.parse(body);
    } catch {
      return;
    }
  }
  for (const { id, write } of languages)
    find(`#snippets [data-language="${id}"] code`, HTMLElement)?.replaceChildren(...colour(write(call), id));
}
