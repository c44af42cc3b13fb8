import type { Batch } from "#domain/notifications/batch";
import type { BatchPlace } from "#domain/notifications/batching";
import type { windowsOf } from "#domain/notifications/notice-settings";
import type { Doc, StoreReader } from "#store/port";
import { noticePath, type StoredNotice } from "../notices.ts";
import { batchPath, type StoredBatch } from "./batches.ts";

/** The batches to which notices of an organization belong; their ids are paths in the store. */
export class BatchPlaces {
  readonly #organization: string;
  readonly #windows: ReturnType<typeof windowsOf>;
  readonly #places = new Map<string, BatchPlace[]>();

  /** @param organization path in the store. */
  constructor(organization: string, windows: ReturnType<typeof windowsOf>) {
    this.#organization = organization;
    this.#windows = windows;
  }

  /** Whether notices are batched at all. */
  get areOn(): boolean {
    return this.#windows.document !== undefined || this.#windows.user !== undefined;
  }

  /** The batches to which a notice belongs: that of its person and document, and that of its person. */
  of({ userId, documentId }: Pick<StoredNotice, "userId" | "documentId">): readonly BatchPlace[] {
    const key = JSON.stringify([userId, documentId]);
    const cachedPlaces = this.#places.get(key);
    if (cachedPlaces) return cachedPlaces;
    const { document, user } = this.#windows;
    const places = [
      ...(document ? [{ id: batchPath(this.#organization, userId, documentId), settings: document }] : []),
      ...(user ? [{ id: batchPath(this.#organization, userId), settings: user }] : []),
    ];
    this.#places.set(key, places);
    return places;
  }

  /**
   * Reads what waits in the batches that these notices fill.
   * @param most maximum number; further batches are skipped.
   */
  async readFilled(
    reader: StoreReader,
    notices: readonly Doc<StoredNotice>[],
    most: number,
  ): Promise<Doc<StoredNotice>[]> {
    const arriving = Map.groupBy(
      notices.flatMap(({ data }) => this.of(data)),
      ({ id }) => id,
    );
    const batches = await reader.getMany<StoredBatch>([...arriving.keys()]);
    const paths = new Set<string>();
    for (const [i, [place, ...more]] of [...arriving.values()].entries()) {
      const { userId = "", notificationIds = [] } = batches[i]?.data ?? {};
      const isFilled = place && notificationIds.length + 1 + more.length >= place.settings.maxActivities;
      if (!isFilled || paths.size + notificationIds.length > most) continue;
      for (const id of notificationIds) paths.add(noticePath(this.#organization, userId, id));
    }
    const docs = await reader.getMany<StoredNotice>([...paths]);
    return docs.filter((doc) => doc !== undefined).filter(({ data }) => data.state === "batched");
  }
}

/** Reads batches by their paths, in one round trip. */
export async function readBatches(
  reader: StoreReader,
  paths: ReadonlySet<string>,
): Promise<Map<string, Batch | undefined>> {
  const docs = await reader.getMany<StoredBatch>([...paths]);
  return new Map([...paths].map((path, i) => [path, docs[i]?.data]));
}
