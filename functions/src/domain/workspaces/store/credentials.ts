import type { ApiKeyRecord } from "#domain/workspaces/api-key";
import { findApiKey } from "#domain/workspaces/store/api-keys";
import { findWorkspace, type StoredWorkspace } from "#domain/workspaces/store/workspaces";
import { type CacheSurroundings, type TtlCache, ttlCache } from "#platform/ttl-cache";
import { processPart } from "#src/context";
import type { StoreReader } from "#store/port";

/** TTL of cached credentials, in ms. It limits how long a revocation takes to reach processes on other machines. */
const TTL = 60_000;
const CAPACITY = 10_000;

/**
 * Caches API keys and workspaces for authentication: each is read at most once a minute per process. Code that changes
 * one calls `forget`, so that all processes of its machine use the new state at once.
 */
class CredentialCache {
  readonly #entries: TtlCache<Promise<unknown>>;

  constructor(process: CacheSurroundings) {
    this.#entries = ttlCache(process, { name: "credentials", max: CAPACITY, ttl: TTL });
  }

  /** The API key; undefined if it does not exist. */
  apiKey(reader: StoreReader, apiKeyId: string): Promise<ApiKeyRecord | undefined> {
    return this.#cached(`apiKey ${apiKeyId}`, () => findApiKey(reader, apiKeyId));
  }

  /** The workspace; undefined if it does not exist. */
  workspace(reader: StoreReader, workspaceId: string): Promise<StoredWorkspace | undefined> {
    return this.#cached(`workspace ${workspaceId}`, () => findWorkspace(reader, workspaceId));
  }

  /** Drops an entry that has changed, so that the next call to any process of the machine reads it again. */
  forget(kind: "apiKey" | "workspace", id: string): void {
    this.#entries.deleteEverywhere([`${kind} ${id}`]);
  }

  /** Makes this process read an API key again, because it may have changed elsewhere. */
  refresh(apiKeyId: string): void {
    this.#entries.delete(`apiKey ${apiKeyId}`);
  }

  #cached<T>(key: string, load: () => Promise<T | undefined>): Promise<T | undefined> {
    const cached = this.#entries.get(key);
    if (cached) return cached as Promise<T | undefined>;
    const entry = load();
    this.#entries.set(key, entry);
    const drop = () => this.#entries.peek(key) === entry && this.#entries.delete(key);
    // A missing key or a failed read is not cached: the key may be created a moment later.
    entry.then((value) => value === undefined && drop(), drop);
    return entry;
  }
}

/** The credential cache of the process. */
export const credentials = processPart((context) => new CredentialCache(context));
