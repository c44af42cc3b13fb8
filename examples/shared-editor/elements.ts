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

/**
 * What runs something that may fail, and says then at the end of an element why.
 * @returns a function that tells whether it has not failed.
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
 * Runs `send` with the text of a form, which it keeps when that fails. What is written meanwhile stays too. Enter sends the text, and
 * with Shift it begins a new line.
 */
export function onSubmit(form: HTMLFormElement, send: (text: string) => Promise<void>): void {
  const written = () => String(new FormData(form).get("text")).trim();
  const attempt = attemptsIn(form);
  let isSending = false;
  // A button that is disabled loses the keyboard's focus, so it only says that it is.
  const show = (isBusy: boolean) => {
    isSending = isBusy;
    form.querySelector("button")?.setAttribute("aria-disabled", String(isBusy));
  };
  // A page that is left meanwhile would stop between the calls of which the sending may consist.
  addEventListener("beforeunload", (event) => {
    if (isSending) event.preventDefault();
  });
  form.addEventListener("keydown", (event) => {
    // What offers mentions has taken the key before, and an input method takes it for itself.
    const isEnter = event.key === "Enter" && !event.shiftKey && !event.isComposing && !event.defaultPrevented;
    if (!isEnter || !(event.target instanceof HTMLTextAreaElement)) return;
    event.preventDefault();
    form.requestSubmit();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = written();
    if (!text || isSending) return;
    show(true);
    if ((await attempt(() => send(text))) && written() === text) form.reset();
    show(false);
  });
}

/** Shows a text with what stands between backticks as code. */
export function showWithCode(parent: HTMLElement, text: string): void {
  parent.replaceChildren(...text.split("`").map((part, i) => (i % 2 === 1 ? item(part, "code") : part)));
}

/** The beginning of a long text. */
export function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)} …` : text;
}
