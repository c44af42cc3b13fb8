import { find } from "./elements.ts";

/** Lets a button open and close the sidebar on narrow screens, and scrolls its current entry into view. */
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
  // Not with `scrollIntoView`, which would also scroll the page.
  if (current) navigation.scrollTop = current.offsetTop - navigation.clientHeight / 2;
}
