/** A time in the format of a `datetime-local` field, in the person's own time zone. @param at ms since 1970. */
export function localTime(at: number): string {
  const minutesBehind = new Date(at).getTimezoneOffset();
  return new Date(at - minutesBehind * 60_000).toISOString().slice(0, 16);
}
