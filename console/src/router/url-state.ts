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
 */
export function useUrlState(name: string, fallback = ""): [value: string, change: (next: string) => void] {
  const value = useUrlValues()[name] ?? fallback;
  const change = useChangeUrl();
  return [
    value,
    useCallback((next) => change({ [name]: next === fallback ? undefined : next }), [change, name, fallback]),
  ];
}

/** Changes several values of the address at once; undefined leaves one out. */
export function useChangeUrl(): (changes: Search) => void {
  const navigate = useNavigate();
  return useCallback(
    (changes) => {
      navigate({ to: ".", search: (before: Search) => ({ ...before, ...changes }), replace: true });
    },
    [navigate],
  );
}

/** A part of the path, such as `apiKey` of `/keys/$apiKey`. */
export function usePathPart(name: string): string {
  return (useParams({ strict: false }) as Record<string, string | undefined>)[name] ?? "";
}
