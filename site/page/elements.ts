/** The first element that matches a selector, if it is of the given type. */
export function find<T extends Element>(selector: string, kind: abstract new () => T, within: ParentNode = document) {
  const element = within.querySelector(selector);
  return element instanceof kind ? element : undefined;
}

/** All elements of the given type that match a selector. */
export function findAll<T extends Element>(
  selector: string,
  kind: abstract new () => T,
  within: ParentNode = document,
): T[] {
  return [...within.querySelectorAll(selector)].filter((element): element is T => element instanceof kind);
}

/** The value of a data block of the page. */
export function readData<T>(id: string): T | undefined {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as T) : undefined;
}

/** Shows a text in place of what an element contains; the parts between backticks are shown as code. */
export function showWithCode(element: Element, text: string): void {
  const code = (part: string) => Object.assign(document.createElement("code"), { textContent: part });
  element.replaceChildren(...text.split("`").map((part, i) => (i % 2 === 1 ? code(part) : part)));
}
