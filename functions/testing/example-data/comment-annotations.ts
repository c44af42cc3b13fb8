import type { KeyCall } from "#src/context";
import type { Write } from "#store/port";

/** Comment threads that examples name. `mark` stands in every free text. */
export function commentAnnotations(_call: KeyCall, _mark: string): Write[] {
  return [];
}
