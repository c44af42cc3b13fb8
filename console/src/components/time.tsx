import { useLanguage } from "../texts/texts.tsx";

/** A time in the person's zone. @param at ms since 1970. */
export function Time({ at }: { at: number | undefined }) {
  const { language } = useLanguage();
  if (at === undefined || !Number.isFinite(at)) return null;
  const date = new Date(at);
  const text = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(date);
  return <time dateTime={date.toISOString()}>{text}</time>;
}
