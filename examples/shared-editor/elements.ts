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
  const written = () => String(new FormData(form).get("text")).trim();
  const problem = item("", "p");
  problem.setAttribute("role", "alert");
  form.append(problem);
  let isSending = false;
  // A button that is disabled loses the keyboard's focus, so it only says that it is.
  const show = (isBusy: boolean) => {
    isSending = isBusy;
    form.querySelector("button")?.setAttribute("aria-disabled", String(isBusy));
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = written();
    if (!text || isSending) return;
    show(true);
    problem.textContent = "";
    try {
      await send(text);
      if (written() === text) form.reset();
    } catch (error) {
      problem.textContent = (error as Error).message;
    }
    show(false);
  });
}

/** The beginning of a long text. */
export function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)} …` : text;
}
