import type { ApiKeyRecord } from "#domain/workspaces/api-key";
import { findApiKey } from "#domain/workspaces/store/api-keys";
import { findWorkspace, type StoredWorkspace } from "#domain/workspaces/store/workspaces";
import { processPart } from "#src/context";
import type { StoreReader } from "#store/port";

/** How long credentials are trusted without looking again, in ms: the bound of every revocation. */
export const CREDENTIALS_TTL = 60_000;
const CAPACITY = 10_000;

interface Entry {
  found: Promise<unknown>;
  /** By the monotonic clock. */
  expires: number;
}

/**
 * API keys and workspaces as authentication needs them, read at most once a minute per process.
 * Who changes one calls `forget`, so that the process that did it knows at once.
 */
export class CredentialCache {
  readonly #entries = new Map<string, Entry>();
  readonly #monotonic: () => number;

  /** @param monotonic clock in ms. */
  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
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
    const entry = this.#entries.get(key);
    if (entry && entry.expires > this.#monotonic()) return entry.found as Promise<T | undefined>;
    const found = load();
    if (this.#entries.size >= CAPACITY) this.#entries.clear();
    this.#entries.set(key, { found, expires: this.#monotonic() + CREDENTIALS_TTL });
    // What is not there, or could not be read, must not be remembered: the key may be made a moment later.
    found.then(
      (value) => value === undefined && this.#entries.delete(key),
      () => this.#entries.delete(key),
    );
    return found;
  }
}

/** The cache of the process. */
export const credentials = processPart(({ monotonic }) => new CredentialCache(monotonic));
