import { useLanguage } from "../texts/texts.tsx";

/** A time in the person's time zone. @param at ms since 1970. @param isExact whether seconds are shown. */
export function Time({ at, isExact = false }: { at: number | undefined; isExact?: boolean }) {
  const { locale } = useLanguage();
  if (at === undefined || !Number.isFinite(at)) return null;
  const date = new Date(at);
  const timeStyle = isExact ? "medium" : "short";
  const text = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle }).format(date);
  return <time dateTime={date.toISOString()}>{text}</time>;
}
