import type { Quota, QuotaName } from "#domain/workspaces/quota";

/** What is stored, and what was written on one day; or by how much both have changed. */
export type Usage = {
  documents: number;
  bytes: number;
  /** The day on which `writes` were made, in UTC: `2026-01-05`. */
  day: string;
  writes: number;
};

/** A bound that would be passed. */
export interface Excess {
  quota: QuotaName;
  used: number;
  limit: number;
}

/** The day in UTC. @param now ms since 1970. */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** Nothing, on a day. */
export function noUsage(day: string): Usage {
  return { documents: 0, bytes: 0, day, writes: 0 };
}

/** Both together, as of the later day: writes of an earlier one count no more. */
export function sum(a: Usage, b: Usage): Usage {
  const day = a.day > b.day ? a.day : b.day;
  const writesOf = (usage: Usage) => (usage.day === day ? usage.writes : 0);
  return {
    documents: a.documents + b.documents,
    bytes: a.bytes + b.bytes,
    day,
    writes: writesOf(a) + writesOf(b),
  };
}

/** The same change the other way round. */
export function negative({ documents, bytes, day, writes }: Usage): Usage {
  return { documents: -documents, bytes: -bytes, day, writes: -writes };
}

/** Whether it is no change at all. */
export function isNothing({ documents, bytes, writes }: Usage): boolean {
  return documents === 0 && bytes === 0 && writes === 0;
}

/** The first bound that `growth` would pass. What does not grow passes none, however much is used. */
export function excess(quota: Quota, used: Usage, growth: Usage): Excess | undefined {
  const measured = [
    ["documents", used.documents, growth.documents],
    ["bytes", used.bytes, growth.bytes],
    ["writesPerDay", used.writes, growth.writes],
  ] as const;
  for (const [name, before, more] of measured) {
    const limit = quota[name];
    if (limit != null && more > 0 && before + more > limit) return { quota: name, used: Math.max(0, before), limit };
  }
  return undefined;
}
