import type { ApiKeyRecord } from "#domain/workspaces/api-key";
import { findApiKey } from "#domain/workspaces/store/api-keys";
import { findWorkspace, type StoredWorkspace } from "#domain/workspaces/store/workspaces";
import { type TtlCache, ttlCache } from "#platform/ttl-cache";
import { processPart } from "#src/context";
import type { StoreReader } from "#store/port";

/** How long credentials are trusted without looking again, in ms: the bound of every revocation. */
const TTL = 60_000;
const CAPACITY = 10_000;

/**
 * API keys and workspaces as authentication needs them, read at most once a minute per process.
 * Who changes one calls `forget`, so that the process that did it knows at once.
 */
class CredentialCache {
  readonly #entries: TtlCache<Promise<unknown>>;

  /** @param monotonic clock in ms. */
  constructor(monotonic: () => number) {
    this.#entries = ttlCache(monotonic, { max: CAPACITY, ttl: TTL });
  }

  /** The API key; undefined when there is none. */
  apiKey(reader: StoreReader, apiKeyId: string): Promise<ApiKeyRecord | undefined> {
    return this.#cached(`apiKey ${apiKeyId}`, () => findApiKey(reader, apiKeyId));
  }

  /** The workspace; undefined when there is none. */
  workspace(reader: StoreReader, workspaceId: string): Promise<StoredWorkspace | undefined> {
    return this.#cached(`workspace ${workspaceId}`, () => findWorkspace(reader, workspaceId));
  }

  /** Looks again next time. */
  forget(kind: "apiKey" | "workspace", id: string): void {
    this.#entries.delete(`${kind} ${id}`);
  }

  #cached<T>(key: string, load: () => Promise<T | undefined>): Promise<T | undefined> {
    const cached = this.#entries.get(key);
    if (cached) return cached as Promise<T | undefined>;
    const loaded = load();
    this.#entries.set(key, loaded);
    const drop = () => this.#entries.peek(key) === loaded && this.#entries.delete(key);
    // What is not there, or could not be read, must not be remembered: the key may be made a moment later.
    loaded.then((value) => value === undefined && drop(), drop);
    return loaded;
  }
}

/** The cache of the process. */
export const credentials = processPart(({ monotonic }) => new CredentialCache(monotonic));
