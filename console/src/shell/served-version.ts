const storageKey = "atrium-console-reloaded";

/**
 * Which console the server has now: the one of this tab, or another, whose scripts have other names.
 * @returns undefined where it does not answer.
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

/** Loads the console anew by itself, once per tab: servers of two versions side by side would have it do so for ever. */
export function reloadOnce(): void {
  try {
    if (sessionStorage.getItem(storageKey) !== null) return;
    sessionStorage.setItem(storageKey, "yes");
  } catch {
    // Where the browser keeps nothing, only the person loads it anew.
    return;
  }
  location.reload();
}
