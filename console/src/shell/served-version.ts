const storageKey = "atrium-console-reloaded";

/**
 * Whether the server now serves this tab's version of the console, or another one, whose scripts have other names.
 * @returns undefined if the server does not answer.
 */
export async function servedVersion(): Promise<"same" | "other" | undefined> {
  const own = document.querySelector("script[type=module]")?.getAttribute("src") ?? "";
  try {
    const response = await fetch("/console", { cache: "no-store" });
    if (!response.ok) return undefined;
    return (await response.text()).includes(`"${own}"`) ? "same" : "other";
  } catch {
    return undefined;
  }
}

/** Reloads the console, but only once per tab: with two server versions running side by side it would never stop. */
export function reloadOnce(): void {
  try {
    if (sessionStorage.getItem(storageKey) !== null) return;
    sessionStorage.setItem(storageKey, "yes");
  } catch {
    // If the browser stores nothing, reloading is left to the person.
    return;
  }
  location.reload();
}
