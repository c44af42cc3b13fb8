import type { KeyCall } from "#src/context";
import type { Write } from "#store/port";

/** Presence entries that examples name. `mark` stands in every free text. */
export function presence(_call: KeyCall, _mark: string): Write[] {
  return [];
}
