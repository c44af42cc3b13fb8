import { createContext, type ReactNode, use, useEffect, useMemo, useState } from "react";
import { de } from "./de.ts";
import { en, type Texts } from "./en.ts";

/** The languages of the console. */
export const languages = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof languages;

const all: Record<Language, Texts> = { en, de };
const storageKey = "atrium-console-language";

interface Chosen {
  language: Language;
  /** The language with the browser's region, for formatting dates, such as `en-GB`. */
  locale: string;
  texts: Texts;
  choose(language: Language): void;
}

const TextsContext = createContext<Chosen | undefined>(undefined);

/** Provides the texts in the language that the person chose, otherwise in that of the browser. */
export function TextsProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const value = useMemo<Chosen>(
    () => ({
      language,
      locale: navigator.languages.find((tag) => languageOf(tag) === language) ?? language,
      texts: all[language],
      choose(next) {
        try {
          localStorage.setItem(storageKey, next);
        } catch {
          // The choice then applies to this tab only.
        }
        setLanguage(next);
      },
    }),
    [language],
  );
  return <TextsContext value={value}>{children}</TextsContext>;
}

/** The language, and a function to change it. */
export function useLanguage(): Chosen {
  const context = use(TextsContext);
  if (!context) throw new Error("There is no TextsProvider around this component.");
  return context;
}

/** The texts of the chosen language. */
export function useTexts(): Texts {
  return useLanguage().texts;
}

function firstLanguage(): Language {
  let storedTag: string | null = null;
  try {
    storedTag = localStorage.getItem(storageKey);
  } catch {
    // A browser without storage remembers no choice.
  }
  const candidates = [storedTag, ...navigator.languages].map((tag) => tag && languageOf(tag));
  return candidates.find((tag): tag is Language => tag === "en" || tag === "de") ?? "en";
}

/** @param tag such as `en-GB`. */
function languageOf(tag: string): string {
  return tag.slice(0, 2);
}
