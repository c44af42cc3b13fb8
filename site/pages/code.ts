import { partsOf } from "../snippets/highlight.ts";
import { languages } from "../snippets/languages.ts";
import { type Html, html } from "./html.ts";

/** A program or a JSON value. */
export function codeBlock(text: string, language: string): Html {
  return html`<div class="code"><pre tabindex="0"><code class="language-${language}">${highlighted(text, language)}</code></pre></div>`;
}

/** A code block in several languages, of which a script of the page shows one. */
export function codeTabs(samples: readonly { language: string; text: string }[]): Html {
  return html`<div class="tabs">${samples.map(
    ({ language, text }) =>
      html`<section data-language="${language}"><h4>${nameOf(language)}</h4>${codeBlock(text, language)}</section>`,
  )}</div>`;
}

function nameOf(language: string): string {
  return languages.find(({ id }) => id === language)?.name ?? language;
}

function highlighted(text: string, language: string): Html[] {
  return partsOf(text, language).map((part) =>
    part.kind === "plain" ? html`${part.text}` : html`<span class="${part.kind}">${part.text}</span>`,
  );
}
