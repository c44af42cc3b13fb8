import { useEffect } from "react";

/** How long a dialog that closes may take to give the focus back by itself, ms. */
const DIALOG_CLOSES = 50;

/**
 * Keeps the focus near where it was when the element that has it vanishes, such as the row of what has been deleted: on the innermost
 * part around it that is still there, else on the page. Where a dialog vanishes, that is what had the focus before it, or a part
 * around that. Without it, nothing has the focus, and a screen reader begins at the top.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let parts: HTMLElement[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      // Dialogs and menus stand beside the page, so nothing around them says where they were opened.
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

/** The element and the parts of the page around it that can have the focus, the innermost first. */
function partsAround(element: HTMLElement): HTMLElement[] {
  const around = element.parentElement?.closest<HTMLElement>("[tabindex]");
  return [element, ...(around ? partsAround(around) : [])];
}
