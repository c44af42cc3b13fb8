/** The reader's regional English, as in the console. */
const locale = navigator.languages.find((tag) => /^en\b/i.test(tag)) ?? "en";

/**
 * A time in the reader's time zone, formatted as in the console.
 * @param at ms since 1970.
 * @param style which parts are shown.
 */
export function shownTime(
  at: number,
  style: Intl.DateTimeFormatOptions = { dateStyle: "medium", timeStyle: "medium" },
) {
  return new Intl.DateTimeFormat(locale, style).format(at);
}
