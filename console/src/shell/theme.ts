import { useEffect, useState } from "react";

/** The colours that the person chose. */
export type Theme = "system" | "light" | "dark";

const storageKey = "atrium-console-theme";

/** The chosen colours, which the browser stores, and a function to change them. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(readTheme);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return [
    theme,
    (next) => {
      try {
        localStorage.setItem(storageKey, next);
      } catch {
        // The choice then applies to this tab only.
      }
      setTheme(next);
    },
  ];
}

function readTheme(): Theme {
  try {
    const storedTheme = localStorage.getItem(storageKey);
    return storedTheme === "light" || storedTheme === "dark" ? storedTheme : "system";
  } catch {
    return "system";
  }
}
