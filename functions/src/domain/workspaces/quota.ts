import * as z from "zod";
import type { QuotaSettings } from "#src/context";

/** Most that a bound may be: the largest whole number that JSON holds exactly. */
const Bound = z.int().min(1).nullable();

/** How much may be stored; a bound that is missing or `null` does not hold (docs/behaviour.md#storage-quotas). */
export const Quota = z
  .strictObject({
    /** Stored records: users, documents, threads, notifications and all else below the organizations, each as one. */
    documents: Bound,
    /** Bytes of these records, as JSON. */
    bytes: Bound,
    /** Records written in a day, in UTC. */
    writesPerDay: Bound,
  })
  .partial()
  .meta({ description: "Bounds of what may be stored; null takes one away" });
export type Quota = z.output<typeof Quota>;

/** What a quota bounds. */
export type QuotaName = keyof Quota;

/** The quotas of an API key: of all that it holds, and of what each of its users adds with a token. */
export interface Quotas {
  apiKey?: Quota | undefined;
  user?: Quota | undefined;
}

const names: readonly QuotaName[] = ["documents", "bytes", "writesPerDay"];

/** The bounds that are not 0: in settings, 0 turns one off. */
export function quotaSettings(bounds: Required<QuotaSettings>): QuotaSettings {
  return Object.fromEntries(Object.entries(bounds).filter(([, bound]) => bound > 0));
}

/** The lower of each bound. @returns undefined where nothing is bounded. */
export function strictest(...quotas: readonly (Quota | undefined)[]): Quota | undefined {
  const bounds = names.flatMap((name) => {
    const given = quotas.flatMap((quota) => quota?.[name] ?? []);
    return given.length > 0 ? [[name, Math.min(...given)] as const] : [];
  });
  return bounds.length > 0 ? Object.fromEntries(bounds) : undefined;
}
