import type { KeyCall } from "#src/context";
import { liveStatePath, toStoredLiveState } from "#store/live-state";
import { documentPath } from "#store/organizations";
import type { Write } from "#store/port";

/** Live state that examples name. `mark` stands in every free text. */
export function liveState(call: KeyCall, mark: string): Write[] {
  const homepage = documentPath(call, "acme", "homepage");
  const states = {
    cursor: { slide: 1, selection: { from: 3, to: 9 }, label: `Ada is here${mark}` },
    agenda: { items: [`Welcome${mark}`, `Review${mark}`], open: true },
    poll: { question: `Ship it?${mark}`, votes: { ada: "yes", lin: null } },
  };
  return Object.entries(states).map(([id, data]) => ({
    op: "create",
    path: liveStatePath(homepage, id),
    data: toStoredLiveState(call, data),
  }));
}
