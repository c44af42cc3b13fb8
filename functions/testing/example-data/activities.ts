import type { KeyCall } from "#src/context";
import type { Write } from "#store/port";

/** Activity records that examples name. `mark` stands in every free text. */
export function activities(_call: KeyCall, _mark: string): Write[] {
  return [];
}
