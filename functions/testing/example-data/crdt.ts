import type { KeyCall } from "#src/context";
import type { Write } from "#store/port";

/** Editor data that examples name. `mark` stands in every free text. */
export function crdt(_call: KeyCall, _mark: string): Write[] {
  return [];
}
