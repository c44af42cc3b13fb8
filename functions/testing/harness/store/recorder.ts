import type { ChangeSet, Doc, Listener, Store, WatchQuery } from "#store/port";
import { compareVersions, isNewer } from "#store/versions";
import { expectWithContext } from "#testing/harness/jest/context";

/** A listener that stores its calls and checks that each is consistent with the previous ones. */
export class Recorder implements Listener {
  readonly received: ChangeSet[] = [];
  readonly errors: unknown[] = [];
  /** The current documents by path, according to all calls. */
  readonly docs = new Map<string, Doc>();
  /** Called with each change set after it was stored; its result or error becomes the listener's. */
  readonly #onNext: (received: ChangeSet) => unknown;
  #waiting: { holds: () => boolean; resolve: () => void; reject: (error: unknown) => void }[] = [];

  constructor(onNext: (received: ChangeSet) => unknown = () => undefined) {
    this.#onNext = onNext;
  }

  /** Watches the query until the test ends or `stop` is called. */
  static watch(store: Store, query: WatchQuery, onNext?: (received: ChangeSet) => unknown) {
    const recorder = new Recorder(onNext);
    return Object.assign(recorder, { stop: store.watch(query, recorder) });
  }

  next(set: ChangeSet): unknown {
    expectWithContext(this.errors.length, "a call after the end").toBe(0);
    this.#follow(set);
    this.received.push(set);
    this.#look();
    return this.#onNext(set);
  }

  #follow({ changes, version }: ChangeSet): void {
    const last = this.received.at(-1);
    if (last) expectWithContext(changes.length, "a call without changes").toBeGreaterThan(0);
    if (last) expectWithContext(isNewer(version, last.version), `${version} after ${last.version}`).toBe(true);
    expectWithContext(new Set(changes.map(({ doc }) => doc.path)).size, "a document is reported twice").toBe(
      changes.length,
    );
    for (const { type, doc } of changes) {
      const previousDoc = this.docs.get(doc.path);
      expectWithContext(previousDoc !== undefined, `${type}: ${doc.path}`).toBe(type !== "added");
      if (type === "modified")
        expectWithContext(isNewer(doc.version, previousDoc?.version ?? ""), `${doc.path} unchanged`).toBe(true);
      expectWithContext(
        compareVersions(doc.version, version),
        "a document that is newer than the call",
      ).toBeLessThanOrEqual(0);
      if (type === "removed") this.docs.delete(doc.path);
      else this.docs.set(doc.path, doc);
    }
  }

  error(error: unknown): void {
    this.errors.push(error);
    this.#look();
    // No further call will come that they could wait for.
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  #look(): void {
    for (const { resolve } of this.#waiting.filter(({ holds }) => holds())) resolve();
    this.#waiting = this.#waiting.filter(({ holds }) => !holds());
  }

  /**
   * Resolves when the condition is true; checked at every call.
   * @throws the error that ends the calls, if it comes first.
   */
  async until(holds: () => boolean): Promise<void> {
    if (holds()) return;
    if (this.errors.length > 0) throw this.errors[0];
    await new Promise<void>((resolve, reject) => void this.#waiting.push({ holds, resolve, reject }));
  }

  /** Resolves after `count` calls. */
  calls(count: number): Promise<void> {
    return this.until(() => this.received.length >= count);
  }

  /** One entry per call: `added a`, `modified b` … with the ids, sorted. */
  get story(): string[][] {
    return this.received.map(({ changes }) => changes.map(({ type, doc }) => `${type} ${doc.id}`).sort());
  }

  /** Field `n` of the current documents, by id. */
  get numbers(): Record<string, unknown> {
    return Object.fromEntries(Array.from(this.docs.values(), ({ id, data }) => [id, data.n]));
  }
}
