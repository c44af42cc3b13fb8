/**
 * The one-time code of the link that led here. It stands behind the `#`, which no server sees, and leaves the address at once, so
 * that it stays in no history.
 */
export function takeLinkCode(): string | undefined {
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (code === null) return undefined;
  history.replaceState(history.state, "", location.pathname + location.search);
  return code;
}
