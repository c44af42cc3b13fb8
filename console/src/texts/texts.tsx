import { createContext, type ReactNode, use, useEffect, useMemo, useState } from "react";
import { en, type Texts } from "./en.ts";

/** The languages of the console. */
export const languages = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof languages;

/** Loads the texts of a language. English is part of the first script, because its texts stand in when others fail to load. */
const loaders: Record<Language, () => Promise<Texts>> = {
  en: async () => en,
  de: async () => (await import("./de.ts")).de,
};
const storageKey = "atrium-console-language";

/** A language and its texts. */
export interface LoadedTexts {
  language: Language;
  texts: Texts;
}

interface Chosen extends LoadedTexts {
  /** The language with the browser's region, for formatting dates, such as `en-GB`. */
  locale: string;
  choose(language: Language): void;
}

const TextsContext = createContext<Chosen | undefined>(undefined);

/** The texts in the language that the person chose, otherwise in that of the browser; in English if they can't be loaded. */
export async function firstTexts(): Promise<LoadedTexts> {
  const language = firstLanguage();
  try {
    return { language, texts: await loaders[language]() };
  } catch {
    return { language: "en", texts: en };
  }
}

/** Provides the texts, which the person may change to those of another language. */
export function TextsProvider({ first, children }: { first: LoadedTexts; children: ReactNode }) {
  const [{ language, texts }, setLoaded] = useState(first);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const value = useMemo<Chosen>(
    () => ({
      language,
      locale: navigator.languages.find((tag) => languageOf(tag) === language) ?? language,
      texts,
      choose(next) {
        try {
          localStorage.setItem(storageKey, next);
        } catch {
          // The choice then applies to this tab only.
        }
        // If they can't be loaded, the language stays until the console is opened again.
        void loaders[next]().then(
          (texts) => setLoaded({ language: next, texts }),
          () => undefined,
        );
      },
    }),
    [language, texts],
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
