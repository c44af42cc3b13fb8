import { permissionProviders } from "#domain/access/store/permission-providers";
import { openEditors, withLateCommits } from "#domain/crdt/store/open-editors";
import { revocations } from "#domain/tokens/store/revocations";
import { deliverySignals } from "#domain/webhooks/store/deliver-later";
import { credentials } from "#domain/workspaces/store/credentials";
import type { CallResponse } from "#http/response";
import type { Call, WriteCall } from "#src/call";
import { withParts } from "#src/context";
import type { Journal } from "#store/journal";
import { JournaledStore } from "#store/journaled-store";
import type { Transaction } from "#store/port";

/** A side effect after the commit, such as starting a task or invalidating a cache. */
type Effect = () => unknown;

/** One run of a handler, which its driver advances from transaction to transaction. */
export class IdempotentRun<C extends WriteCall<Call>> {
  readonly store: JournaledStore;
  /** Number of transactions that were committed and recorded. */
  recorded: number;
  readonly #start: () => Promise<CallResponse>;
  #ended: Promise<CallResponse> | undefined;
  #effects: Effect[] = [];

  /** @param earlier journal of the committed part of the call. */
  constructor(call: C, earlier: Journal, handle: (call: C) => Promise<CallResponse>) {
    this.store = new JournaledStore(call.store, earlier, (wait) => this.#effects.push(wait));
    this.recorded = earlier.transactions.length;
    const own = { ...call, store: this.store, ...deferring(call, (effect) => this.#effects.push(effect)) };
    this.#start = () => handle(own);
  }

  /**
   * Runs the handler until it ends, needs a transaction, or waits for the commit of the one that it has used.
   * @param tx the transaction to use. Omitted: the previous one is committed, and the handler runs until it needs another.
   * @returns the reply, or undefined while the handler waits.
   * @throws the handler's error, or the error of a failed read in the transaction.
   */
  async advance(tx?: Transaction): Promise<CallResponse | undefined> {
    const paused = this.store.proceed(tx).then(() => undefined);
    this.#ended ??= this.#start();
    const reply = await Promise.race([this.#ended, paused]).catch((error: unknown) => {
      throw this.store.failure ?? error;
    });
    if (this.store.failure) throw this.store.failure;
    return reply;
  }

  /** Ends the run: nothing more is committed, and pending side effects are dropped. */
  abandon(): void {
    this.#effects = [];
    this.#ended?.catch(() => undefined);
    this.store.abandon();
  }

  /** Runs the side effects that waited for the commit. */
  async settle(): Promise<void> {
    const effects = this.#effects;
    this.#effects = [];
    await Promise.all(effects.map((effect) => effect()));
  }
}

/** Defers the parts of a call that have side effects outside its transactions. */
function deferring(call: Call, defer: (effect: Effect) => void) {
  const parts = new Map<object, unknown>([
    [credentials.key, withDeferred(credentials(call), ["forget"], defer)],
    [revocations.key, withDeferred(revocations(call), ["forget"], defer)],
    [permissionProviders.key, withDeferred(permissionProviders(call), ["forget"], defer)],
    [openEditors.key, withLateCommits(openEditors(call), defer)],
    [deliverySignals.key, withDeferred(deliverySignals(call), ["wake"], defer)],
  ]);
  return { queue: withDeferred(call.queue, ["start"], defer), parts: withParts(call, parts) };
}

/** Wraps an object so that calls of some methods, which return nothing, are deferred. */
function withDeferred<T extends object>(target: T, names: (keyof T)[], defer: (effect: Effect) => void): T {
  return new Proxy(target, {
    get(_target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      if (!names.includes(name as keyof T)) return member.bind(target);
      return (...args: unknown[]) => {
        defer(() => member.apply(target, args));
        return Promise.resolve();
      };
    },
  });
}
