import type { KeyCall } from "#src/context";
import type { Write } from "#store/port";

/** Notifications and preferences that examples name. `mark` stands in every free text. */
export function notifications(_call: KeyCall, _mark: string): Write[] {
  return [];
}
