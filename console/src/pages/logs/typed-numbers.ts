/** The number from 0 that somebody typed; undefined where nothing was typed. */
export function numberOf(text = ""): number | undefined | "wrong" {
  if (text.trim() === "") return undefined;
  const number = Number(text);
  return Number.isFinite(number) && number >= 0 ? number : "wrong";
}

/** HTTP statuses from one to another, both among them. */
export interface Statuses {
  from: number;
  to: number;
}

/** What somebody typed as a status such as `404`, or a class such as `4xx`; undefined where nothing was typed. */
export function statusesOf(text = ""): Statuses | undefined | "wrong" {
  const typed = text.trim().toLowerCase();
  if (typed === "") return undefined;
  if (!/^[1-5](\d\d|xx)$/.test(typed)) return "wrong";
  return { from: Number(typed.replace("xx", "00")), to: Number(typed.replace("xx", "99")) };
}
