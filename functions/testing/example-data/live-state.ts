import type { KeyCall } from "#src/context";
import type { Write } from "#store/port";

/** Live state that examples name. `mark` stands in every free text. */
export function liveState(_call: KeyCall, _mark: string): Write[] {
  return [];
}
