import assert from "node:assert/strict";
import type { ChangeSet, Doc, Listener, Store, WatchQuery } from "#store/port";
import { compareVersions, isNewer } from "#store/versions";

/** A listener that keeps what it is told and checks that each call can follow the ones before. */
export class Recorder implements Listener {
  readonly told: ChangeSet[] = [];
  readonly errors: unknown[] = [];
  /** What there is by everything that was told, by path. */
  readonly docs = new Map<string, Doc>();
  /** Called with each set of changes, after it was kept; what it returns or throws is the listener's. */
  readonly #onNext: (told: ChangeSet) => unknown;
  #waiting: { holds: () => boolean; resolve: () => void }[] = [];

  constructor(onNext: (told: ChangeSet) => unknown = () => undefined) {
    this.#onNext = onNext;
  }

  /** Watches the query until the test ends or `stop` is called. */
  static watch(store: Store, query: WatchQuery, onNext?: (told: ChangeSet) => unknown) {
    const recorder = new Recorder(onNext);
    return Object.assign(recorder, { stop: store.watch(query, recorder) });
  }

  next(set: ChangeSet): unknown {
    assert.equal(this.errors.length, 0, "a call after the end");
    this.#follow(set);
    this.told.push(set);
    this.#look();
    return this.#onNext(set);
  }

  #follow({ changes, version }: ChangeSet): void {
    const last = this.told.at(-1);
    if (last) assert.ok(changes.length > 0, "a call that tells nothing");
    if (last) assert.ok(isNewer(version, last.version), `${version} after ${last.version}`);
    assert.equal(new Set(changes.map(({ doc }) => doc.path)).size, changes.length, "a document is told of twice");
    for (const { type, doc } of changes) {
      const known = this.docs.get(doc.path);
      assert.equal(known !== undefined, type !== "added", `${type}: ${doc.path}`);
      if (type === "modified") assert.ok(isNewer(doc.version, known?.version ?? ""), `${doc.path} as it was`);
      assert.ok(compareVersions(doc.version, version) <= 0, "a document that is newer than the call");
      if (type === "removed") this.docs.delete(doc.path);
      else this.docs.set(doc.path, doc);
    }
  }

  error(error: unknown): void {
    this.errors.push(error);
    this.#look();
  }

  #look(): void {
    for (const { resolve } of this.#waiting.filter(({ holds }) => holds())) resolve();
    this.#waiting = this.#waiting.filter(({ holds }) => !holds());
  }

  /** Resolves once the condition holds; looked at with every call. */
  until(holds: () => boolean): Promise<void> {
    if (holds()) return Promise.resolve();
    return new Promise((resolve) => void this.#waiting.push({ holds, resolve }));
  }

  /** Resolves when so many calls have come. */
  calls(count: number): Promise<void> {
    return this.until(() => this.told.length >= count);
  }

  /** One entry per call: `added a`, `modified b` … with the ids, sorted. */
  get story(): string[][] {
    return this.told.map(({ changes }) => changes.map(({ type, doc }) => `${type} ${doc.id}`).sort());
  }

  /** Field `n` of what there is, by id. */
  get numbers(): Record<string, unknown> {
    return Object.fromEntries(Array.from(this.docs.values(), ({ id, data }) => [id, data.n]));
  }
}
