import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import type { Search } from "./search.ts";

/** The values that the address keeps. */
export function useUrlValues(): Search {
  return useSearch({ strict: false });
}

/**
 * A value of the page that a link reopens. It is left out of the address while it is the fallback.
 * @param fallback the value while the address has none.
 * @param isStep whether the Back button of the browser undoes a change, as for what opens and closes.
 */
export function useUrlState(
  name: string,
  fallback = "",
  { isStep = false } = {},
): [value: string, change: (next: string) => void] {
  const value = useUrlValues()[name] ?? fallback;
  const change = useChangeUrl();
  return [
    value,
    useCallback(
      (next) => change({ [name]: next === fallback ? undefined : next }, isStep),
      [change, name, fallback, isStep],
    ),
  ];
}

/**
 * Changes several values of the address at once; undefined leaves one out. The second argument says whether the Back button of the
 * browser undoes it. Default: it does not.
 */
export function useChangeUrl(): (changes: Search, isStep?: boolean) => void {
  const navigate = useNavigate();
  return useCallback(
    (changes, isStep = false) => {
      navigate({ to: ".", search: (before: Search) => ({ ...before, ...changes }), replace: !isStep });
    },
    [navigate],
  );
}

/** A part of the path, such as `apiKey` of `/keys/$apiKey`. */
export function usePathPart(name: string): string {
  return (useParams({ strict: false }) as Record<string, string | undefined>)[name] ?? "";
}
