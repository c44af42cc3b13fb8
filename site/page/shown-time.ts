/** English of the reader's own kind, as the console takes it. */
const locale = navigator.languages.find((tag) => /^en\b/i.test(tag)) ?? "en";

/** A time in the reader's zone, in the form that the console has. @param at ms since 1970. @param style what of it is shown. */
export function shownTime(
  at: number,
  style: Intl.DateTimeFormatOptions = { dateStyle: "medium", timeStyle: "medium" },
) {
  return new Intl.DateTimeFormat(locale, style).format(at);
}
