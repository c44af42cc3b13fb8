import type { Call } from "../snippets/call.ts";
import { languages } from "../snippets/languages.ts";
import { colour } from "./colour.ts";
import { find } from "./elements.ts";
import type { FilledCall } from "./request.ts";

/** Writes the call of the form in every language. While its body is not JSON, the last one stays. */
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
