import type { KeyCall } from "#src/context";
import type { Write } from "#store/port";

/** Recordings that examples name. `mark` stands in every free text. */
export function recordings(_call: KeyCall, _mark: string): Write[] {
  return [];
}
