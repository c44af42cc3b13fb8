// Shows in words whether the user's edits are safe, and asks before the user leaves the page if they are not.
import type { AtriumProvider } from "@atrium/client/realtime";
import { element } from "./elements.ts";

/** Shows the state of a provider. @param lock is called when nothing typed from now on will be sent. */
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
  // Edits that are not stored yet would be lost with the page.
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
    // People who type do not want a screen reader to announce each time that their words were saved.
    line.setAttribute("aria-live", state === "synced" && refusal === undefined ? "off" : "polite");
    if (line.textContent !== text) line.textContent = text;
  }
}
