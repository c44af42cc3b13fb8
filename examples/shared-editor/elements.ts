// Helpers for the elements of the page.

/** The element with an id. @throws Error if the page does not have it. */
export function element(id: string): HTMLElement {
  const node = document.querySelector<HTMLElement>(`#${id}`);
  if (!node) throw new Error(`#${id} is missing`);
  return node;
}

/** A new element with a text. The text is user input, so it is never parsed as markup. */
export function item(text: string, tag = "li"): HTMLElement {
  return Object.assign(document.createElement(tag), { textContent: text });
}

/**
 * Adds a place for error messages at the end of an element.
 * @returns a function that runs something, shows there why it failed, and returns whether it succeeded.
 */
export function attemptsIn(parent: HTMLElement): (run: () => Promise<void>) => Promise<boolean> {
  const problem = Object.assign(item("", "p"), { className: "problem", role: "alert" });
  parent.append(problem);
  return async (run) => {
    problem.textContent = "";
    try {
      await run();
      return true;
    } catch (error) {
      problem.textContent = (error as Error).message;
      return false;
    }
  };
}

/**
 * Runs `send` with the text of a form. The form is cleared on success, unless the user has changed the text in the
 * meantime. Enter sends the text, Shift+Enter begins a new line.
 */
export function onSubmit(form: HTMLFormElement, send: (text: string) => Promise<void>): void {
  const currentText = () => String(new FormData(form).get("text")).trim();
  const attempt = attemptsIn(form);
  let isSending = false;
  // A disabled button loses the keyboard focus, so it is only marked as disabled.
  const show = (isBusy: boolean) => {
    isSending = isBusy;
    form.querySelector("button")?.setAttribute("aria-disabled", String(isBusy));
  };
  // Leaving the page would stop between the calls that make up one sending.
  addEventListener("beforeunload", (event) => {
    if (isSending) event.preventDefault();
  });
  form.addEventListener("keydown", (event) => {
    // The mention picker may have handled the key already, and an input method uses it itself.
    const isEnter = event.key === "Enter" && !event.shiftKey && !event.isComposing && !event.defaultPrevented;
    if (!isEnter || !(event.target instanceof HTMLTextAreaElement)) return;
    event.preventDefault();
    form.requestSubmit();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = currentText();
    if (!text || isSending) return;
    show(true);
    if ((await attempt(() => send(text))) && currentText() === text) form.reset();
    show(false);
  });
}

/** Shows a text; the parts between backticks are shown as code. */
export function showWithCode(parent: HTMLElement, text: string): void {
  parent.replaceChildren(...text.split("`").map((part, i) => (i % 2 === 1 ? item(part, "code") : part)));
}

/** The beginning of a long text. */
export function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)} …` : text;
}
