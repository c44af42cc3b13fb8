import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import type { Search } from "./search.ts";

/** The query parameters of the address. */
export function useUrlValues(): Search {
  return useSearch({ strict: false });
}

/**
 * A piece of page state kept in the address, so that a link restores it. It is omitted while it equals the fallback.
 * @param fallback the value while the address has none.
 * @param isStep whether the browser's Back button undoes a change, as for opening and closing something.
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
 * Returns a function that changes several query parameters at once; undefined removes one. Its second argument says
 * whether the browser's Back button undoes the change. Default: it does not.
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

/** A path parameter, such as `apiKey` in `/keys/$apiKey`. */
export function usePathPart(name: string): string {
  return (useParams({ strict: false }) as Record<string, string | undefined>)[name] ?? "";
}
