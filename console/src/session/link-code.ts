/**
 * Takes the one-time code of the opened link out of the address. It is in the fragment, which no server sees, and is
 * removed at once, so that no history keeps it.
 */
export function takeLinkCode(): string | undefined {
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (code === null) return undefined;
  history.replaceState(history.state, "", location.pathname + location.search);
  return code;
}
