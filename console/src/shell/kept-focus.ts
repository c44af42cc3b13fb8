import { useEffect } from "react";

/** Time that a closing dialog may take to return the focus by itself, ms. */
const DIALOG_CLOSES = 50;

/**
 * When the focused element disappears, such as a deleted row, moves the focus to its innermost remaining ancestor,
 * otherwise to the page. If a dialog disappears, this is what had the focus before it, or an ancestor of that.
 * Otherwise nothing would have the focus, and a screen reader would start at the top.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let parts: HTMLElement[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      // Dialogs and menus are rendered outside the page, so their ancestors do not say where they were opened.
      const before = target.closest("#root") ? [] : parts.filter((one) => one.isConnected);
      parts = [...new Set([...partsAround(target), ...before])];
    };
    const isLost = () => document.activeElement === document.body && parts[0]?.isConnected === false;
    const restore = () => {
      if (!isLost()) return;
      const part = parts.find((one) => one.isConnected) ?? document.querySelector<HTMLElement>("#content");
      part?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (!isLost()) return;
      clearTimeout(timer);
      timer = setTimeout(restore, DIALOG_CLOSES);
    });
    document.addEventListener("focusin", remember);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", remember);
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
}

/** The element and its focusable ancestors, innermost first. */
function partsAround(element: HTMLElement): HTMLElement[] {
  const around = element.parentElement?.closest<HTMLElement>("[tabindex]");
  return [element, ...(around ? partsAround(around) : [])];
}
