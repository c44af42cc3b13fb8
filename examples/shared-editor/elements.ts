// The page's elements.

/** The element of an id. @throws Error when the page lacks it. */
export function element(id: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`#${id}`);
  if (!found) throw new Error(`#${id} is missing`);
  return found;
}

/** A new element with a text, which can't bring markup: people have written it. */
export function item(text: string, tag = "li"): HTMLElement {
  return Object.assign(document.createElement(tag), { textContent: text });
}

/** Runs `send` with the text of a form, which it keeps when that fails. What is written meanwhile stays too. */
export function onSubmit(form: HTMLFormElement, send: (text: string) => Promise<void>): void {
  const button = form.querySelector("button");
  const label = button?.textContent ?? "";
  const written = () => String(new FormData(form).get("text")).trim();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = written();
    if (!text || !button) return;
    button.disabled = true;
    button.textContent = label;
    try {
      await send(text);
      if (written() === text) form.reset();
    } catch (error) {
      button.textContent = (error as Error).message;
    }
    button.disabled = false;
  });
}

/** The beginning of a long text. */
export function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)} …` : text;
}
