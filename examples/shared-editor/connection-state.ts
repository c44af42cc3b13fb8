// Whether what the user types is safe: shown in words, and asked about before the page is left.
import type { AtriumProvider } from "@atrium/client/realtime";
import { element } from "./elements.ts";

/** Shows the state of a provider. @param lock is called when nothing that is typed will be sent any more. */
export function showConnection(provider: AtriumProvider, lock: () => void): void {
  let refusal: string | undefined;
  show();
  provider.on("state", show);
  provider.on("saved", (isSaved) => {
    if (isSaved) refusal = undefined;
    show();
  });
  provider.on("denied", (reason) => {
    refusal = reason;
    show();
  });
  // Edits that are not stored would be lost with the page.
  addEventListener("beforeunload", (event) => {
    if (!provider.isSaved) event.preventDefault();
  });

  function show(): void {
    const { state, error, isSaved, hasGivenUp } = provider;
    const texts = {
      synced: isSaved ? "All changes saved" : (refusal ?? "Saving …"),
      connecting: "Connecting …",
      offline: isSaved ? "Offline" : "Offline: edits are sent later",
    };
    if (hasGivenUp) lock();
    const text = hasGivenUp ? `${error?.message} Copy what you need, then load the page again.` : texts[state];
    const line = element("state");
    line.hidden = false;
    line.className = state === "synced" && isSaved ? "saved" : "waiting";
    // Who types does not want to hear of each word that it was saved.
    line.setAttribute("aria-live", state === "synced" && refusal === undefined ? "off" : "polite");
    if (line.textContent !== text) line.textContent = text;
  }
}
