import { DEFAULT_ORIGIN } from "../snippets/call.ts";
import { findAll } from "./elements.ts";

const LANGUAGE = "atrium-language";

/** Shows every sample in the language that the reader chose last. */
export function prepareTabs(): void {
  for (const tabs of findAll(".tabs", HTMLElement)) {
    const bar = document.createElement("div");
    bar.className = "bar";
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", "Language");
    for (const section of findAll("section", HTMLElement, tabs)) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = section.querySelector("h4")?.textContent ?? "";
      button.dataset.choose = section.dataset.language;
      button.addEventListener("click", () => choose(section.dataset.language ?? ""));
      bar.append(button);
    }
    tabs.prepend(bar);
    tabs.classList.add("ready");
  }
  for (const code of findAll(".code", HTMLElement)) code.append(copyButton(code));
  choose(localStorage.getItem(LANGUAGE) ?? "ts");
}

/** Replaces the address in samples with that of the server. */
export function showOrigin(origin: string): void {
  if (origin === DEFAULT_ORIGIN) return;
  const samples = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = samples.nextNode(); node; node = samples.nextNode())
    if (node.nodeValue?.includes(DEFAULT_ORIGIN) && node.parentElement?.closest("pre"))
      node.nodeValue = node.nodeValue.replaceAll(DEFAULT_ORIGIN, origin);
}

function choose(language: string): void {
  localStorage.setItem(LANGUAGE, language);
  for (const tabs of findAll(".tabs", HTMLElement)) {
    const sections = findAll("section", HTMLElement, tabs);
    const activeSection = sections.find((section) => section.dataset.language === language) ?? sections[0];
    for (const section of sections) section.hidden = section !== activeSection;
    for (const button of findAll("[data-choose]", HTMLButtonElement, tabs))
      button.setAttribute("aria-pressed", String(button.dataset.choose === activeSection?.dataset.language));
  }
}

function copyButton(code: HTMLElement): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(code.querySelector("code")?.textContent ?? "");
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2_000);
  });
  return button;
}
