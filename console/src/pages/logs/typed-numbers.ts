/** Parses a typed number of 0 or more; undefined if nothing was typed. */
export function numberOf(text = ""): number | undefined | "wrong" {
  if (text.trim() === "") return undefined;
  const number = Number(text);
  return Number.isFinite(number) && number >= 0 ? number : "wrong";
}

/** A range of HTTP statuses, both ends included. */
export interface Statuses {
  from: number;
  to: number;
}

/** Parses a typed status such as `404`, or class such as `4xx`; undefined if nothing was typed. */
export function statusesOf(text = ""): Statuses | undefined | "wrong" {
  const statusText = text.trim().toLowerCase();
  if (statusText === "") return undefined;
  if (!/^[1-5](\d\d|xx)$/.test(statusText)) return "wrong";
  return { from: Number(statusText.replace("xx", "00")), to: Number(statusText.replace("xx", "99")) };
}
