import type { Quota, QuotaName } from "#domain/workspaces/quota";

/** What is stored and what was written on one day, or a change of both. */
export type Usage = {
  documents: number;
  bytes: number;
  /** The day on which `writes` were made, in UTC: `2026-01-05`. */
  day: string;
  writes: number;
};

/** A bound that would be exceeded. */
export interface Excess {
  quota: QuotaName;
  used: number;
  limit: number;
}

/** The day in UTC. @param now ms since 1970. */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** No usage on the given day. */
export function zeroUsage(day: string): Usage {
  return { documents: 0, bytes: 0, day, writes: 0 };
}

/** The sum of both, on the later day: writes of an earlier day no longer count. */
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

/** The opposite change. */
export function negate({ documents, bytes, day, writes }: Usage): Usage {
  return { documents: -documents, bytes: -bytes, day, writes: -writes };
}

/** Whether nothing changes. */
export function isZeroUsage({ documents, bytes, writes }: Usage): boolean {
  return documents === 0 && bytes === 0 && writes === 0;
}

/** The first bound that `growth` would exceed. Values that do not grow exceed no bound, however high the usage is. */
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
