import { type Counts, noCounts, timeIndex } from "#domain/traffic/counts";
import { randomBase62 } from "#platform/crypto/base62";
import { shortHash } from "#platform/crypto/short-hash";
import { processPart, type ReadContext } from "#src/context";
import { toPath } from "#store/paths";
import type { DocData, DocRef, Store, StoreReader, Write } from "#store/port";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How long an hour's counts are kept, in ms: the last day and the hour in which it began. */
const KEPT = 26 * HOUR;
/** Maximum number of API keys that a process counts in an hour; further ones are not counted. */
const MAX_KEYS = 10_000;
/**
 * Maximum number of people of an API key that are distinguished in an hour; beyond that the number is a lower bound.
 */
const MAX_PEOPLE = 2000;
/** Documents per write. */
const PAGE = 100;
/** Maximum number of documents of an API key that are read: each process writes one an hour. */
const MAX_READ = 500;

/** The counts of one process for an API key in an hour. Times are in ms since 1970. */
interface HourOfTraffic {
  hour: number;
  /** By the start of the minute. */
  minutes: Map<number, Counts>;
  /** Hashes of the ids of people who called with a token. */
  people: Set<string>;
}

/** An hour that this process counts, with a unique name: if the clock is set back, an hour can start a second time. */
interface OwnHour extends HourOfTraffic {
  name: string;
}

/** Stored form: collection `traffic` below an API key. */
interface StoredTraffic extends DocData {
  hour: number;
  /** JSON of the entries of both collections. */
  minutes: string;
  people: string;
  deleteAt: Date;
}

/** A request that has been answered. */
interface AnsweredRequest {
  apiKeyId: string | undefined;
  userId: string | undefined;
  status: number;
  /** How long it took. */
  ms: number;
}

/** The counts of a process for API keys, until `flush` writes them; none if the host stores none. */
class Traffic {
  readonly #now: () => number;
  /** A host that stores no counts never calls `flush`: they would fill the memory. */
  readonly #isKept: boolean;
  readonly #hours = new Map<string, OwnHour>();
  /** API keys with counts that have not been written. */
  readonly #changed = new Set<string>();
  /** Hours that have ended but whose counts have not been written. */
  #ended: [apiKeyId: string, hour: OwnHour][] = [];

  constructor({ now, settings }: Pick<ReadContext, "now" | "settings">) {
    this.#now = now;
    this.#isKept = settings.countsUsage !== false;
  }

  countRequest({ apiKeyId, userId, status, ms }: AnsweredRequest): void {
    this.#count(apiKeyId, (counts, { people }) => {
      counts.requests++;
      if (status >= 400) counts.errors++;
      const i = timeIndex(ms);
      counts.times[i] = (counts.times[i] ?? 0) + 1;
      if (userId !== undefined && people.size < MAX_PEOPLE) people.add(shortHash(userId));
    });
  }

  /** Counts an attempt to deliver a webhook. */
  countDelivery(apiKeyId: string, hasFailed: boolean): void {
    this.#count(apiKeyId, (counts) => {
      counts.deliveries++;
      if (hasFailed) counts.failedDeliveries++;
    });
  }

  countMail(apiKeyId: string): void {
    this.#count(apiKeyId, (counts) => {
      counts.mails++;
    });
  }

  #count(apiKeyId: string | undefined, change: (counts: Counts, hour: HourOfTraffic) => void): void {
    if (apiKeyId === undefined || !this.#isKept) return;
    const now = this.#now();
    const minute = now - (now % MINUTE);
    const hour = this.#hourOf(apiKeyId, now - (now % HOUR));
    if (!hour) return;
    const counts = hour.minutes.get(minute) ?? noCounts();
    hour.minutes.set(minute, counts);
    change(counts, hour);
    this.#changed.add(apiKeyId);
  }

  /** @returns undefined if there are too many keys. */
  #hourOf(apiKeyId: string, hour: number): OwnHour | undefined {
    const latestHour = this.#hours.get(apiKeyId);
    if (latestHour?.hour === hour) return latestHour;
    if (!latestHour && this.#hours.size >= MAX_KEYS) return undefined;
    if (latestHour && this.#changed.has(apiKeyId) && this.#ended.length < MAX_KEYS)
      this.#ended.push([apiKeyId, latestHour]);
    const begun: OwnHour = { hour, name: randomBase62(8), minutes: new Map(), people: new Set() };
    this.#hours.set(apiKeyId, begun);
    return begun;
  }

  /** Writes what was counted since the last flush. */
  async flush(store: Store): Promise<void> {
    const current = [...this.#changed].flatMap((apiKeyId) => {
      const hour = this.#hours.get(apiKeyId);
      return hour ? [[apiKeyId, hour] as const] : [];
    });
    const counted = [...this.#ended, ...current];
    this.#changed.clear();
    this.#ended = [];
    const writes = counted.map(
      ([apiKeyId, hour]): Write => ({ op: "set", path: pathOf(apiKeyId, hour), data: toStored(hour) }),
    );
    for (let i = 0; i < writes.length; i += PAGE) await store.commit(writes.slice(i, i + PAGE));
    const over = this.#now() - HOUR;
    for (const [apiKeyId, { hour }] of this.#hours) if (hour <= over) this.#hours.delete(apiKeyId);
  }

  /**
   * The counts of all processes for an API key in the last day, including those of this process that are not written
   * yet.
   */
  async read(reader: StoreReader, apiKeyId: string): Promise<HourOfTraffic[]> {
    const { docs } = await reader.query<StoredTraffic>({
      collection: `${toPath("apiKeys", apiKeyId)}/traffic`,
      limit: MAX_READ,
    });
    const ended = this.#ended.flatMap(([id, hour]) => (id === apiKeyId ? [hour] : []));
    const own = [...ended, this.#hours.get(apiKeyId) ?? []].flat();
    const ownPaths = own.map((hour) => pathOf(apiKeyId, hour) as string);
    return [...docs.filter(({ path }) => !ownPaths.includes(path)).map(({ data }) => fromStored(data)), ...own];
  }
}

function pathOf(apiKeyId: string, { hour, name }: OwnHour): DocRef<StoredTraffic> {
  return toPath("apiKeys", apiKeyId, "traffic", `${hour / HOUR}-${name}`);
}

function toStored({ hour, minutes, people }: HourOfTraffic): StoredTraffic {
  return {
    hour,
    minutes: JSON.stringify([...minutes]),
    people: JSON.stringify([...people]),
    deleteAt: new Date(hour + KEPT),
  };
}

function fromStored({ hour, minutes, people }: StoredTraffic): HourOfTraffic {
  return { hour, minutes: new Map(JSON.parse(minutes)), people: new Set(JSON.parse(people)) };
}

/** The traffic counts of the process. */
export const traffic = processPart((context: ReadContext) => new Traffic(context));
