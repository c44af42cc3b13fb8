/** The number from 0 that somebody typed; undefined where nothing was typed. */
export function numberOf(text = ""): number | undefined | "wrong" {
  if (text.trim() === "") return undefined;
  const number = Number(text);
  return Number.isFinite(number) && number >= 0 ? number : "wrong";
}

/** The HTTP status that somebody typed; undefined where nothing was typed. */
export function statusOf(text = ""): number | undefined | "wrong" {
  if (text.trim() === "") return undefined;
  return /^[1-5]\d\d$/.test(text.trim()) ? Number(text) : "wrong";
}
