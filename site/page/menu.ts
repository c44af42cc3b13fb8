import { find } from "./elements.ts";

/** On narrow screens a button opens and closes the sidebar. The current entry of the sidebar comes into view. */
export function prepareMenu(): void {
  const button = find("#menu", HTMLButtonElement);
  const navigation = find("#navigation", HTMLElement);
  if (!button || !navigation) return;
  const show = (isOpen: boolean) => {
    button.setAttribute("aria-expanded", String(isOpen));
    navigation.classList.toggle("open", isOpen);
  };
  button.addEventListener("click", () => show(button.getAttribute("aria-expanded") !== "true"));
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") show(false);
  });
  const current = find("[aria-current]", HTMLElement, navigation);
  // Not by `scrollIntoView`, which would move the page as well.
  if (current) navigation.scrollTop = current.offsetTop - navigation.clientHeight / 2;
}
