import * as z from "zod";
import type { QuotaSettings } from "#src/context";

/** A bound of a quota. Its maximum is the largest integer that JSON holds exactly. */
const Bound = z.int().min(1).nullable();

/** Limits on stored data; a bound that is omitted or `null` does not apply (docs/behaviour.md#storage-quotas). */
export const Quota = z
  .strictObject({
    /** Maximum number of stored records: users, documents, threads, notifications and everything else below the organizations. */
    documents: Bound,
    /** Maximum size of these records as JSON, in bytes. */
    bytes: Bound,
    /** Maximum number of records written in one UTC day. */
    writesPerDay: Bound,
  })
  .partial()
  .meta({ description: "Limits on what may be stored; `null` removes a limit." });
export type Quota = z.output<typeof Quota>;

/** What a quota bounds. */
export type QuotaName = keyof Quota;

/** The quotas of an API key: for everything that it stores, and for what each of its users adds with a token. */
export interface Quotas {
  apiKey?: Quota | undefined;
  user?: Quota | undefined;
}

const names: readonly QuotaName[] = ["documents", "bytes", "writesPerDay"];

/** The bounds that are not 0: in settings, 0 turns a bound off. */
export function quotaSettings(bounds: Required<QuotaSettings>): QuotaSettings {
  return Object.fromEntries(Object.entries(bounds).filter(([, bound]) => bound > 0));
}

/** The lowest of each bound. @returns undefined if there are no bounds. */
export function strictest(...quotas: readonly (Quota | undefined)[]): Quota | undefined {
  let bounds: Quota | undefined;
  // Builds no list for each name, because every write runs this and most API keys have no bounds.
  for (const quota of quotas)
    for (const name of names) {
      const limit = quota?.[name];
      if (typeof limit === "number") bounds = { ...bounds, [name]: Math.min(limit, bounds?.[name] ?? limit) };
    }
  return bounds;
}
