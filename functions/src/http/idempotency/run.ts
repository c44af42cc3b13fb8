import { permissionProviders } from "#domain/access/store/permission-providers";
import { revocations } from "#domain/tokens/store/revocations";
import { deliverySignals } from "#domain/webhooks/store/deliver-later";
import { credentials } from "#domain/workspaces/store/credentials";
import type { Response } from "#http/response";
import type { Call, WriteCall } from "#src/call";
import { withParts } from "#src/context";
import type { Journal } from "#store/journal";
import { JournaledStore } from "#store/journaled-store";
import type { Transaction } from "#store/port";

/** What a call does beside the store once its transaction is committed: starting tasks, forgetting what was cached. */
type Effect = () => unknown;

/** One run of a handler, which goes from transaction to transaction as its driver lets it. */
export class IdempotentRun<C extends WriteCall<Call>> {
  readonly store: JournaledStore;
  /** Transactions that were committed with a record of them. */
  recorded: number;
  readonly #start: () => Promise<Response>;
  #ended: Promise<Response> | undefined;
  #effects: Effect[] = [];

  /** @param earlier what was committed of the call before. */
  constructor(call: C, earlier: Journal, handle: (call: C) => Promise<Response>) {
    this.store = new JournaledStore(call.store, earlier);
    this.recorded = earlier.transactions.length;
    const own = { ...call, store: this.store, ...deferring(call, (effect) => this.#effects.push(effect)) };
    this.#start = () => handle(own);
  }

  /**
   * Goes on until the handler has ended or waits: for a transaction, or for the commit of the one that it has used.
   * @param tx the transaction to use. Missing: what it has used is committed, and it goes on until it wants another one.
   * @returns its reply, or undefined when it waits.
   * @throws what the handler throws, or what a read of the transaction has failed with.
   */
  async advance(tx?: Transaction): Promise<Response | undefined> {
    const paused = this.store.proceed(tx).then(() => undefined);
    this.#ended ??= this.#start();
    const reply = await Promise.race([this.#ended, paused]).catch((error: unknown) => {
      throw this.store.failure ?? error;
    });
    if (this.store.failure) throw this.store.failure;
    return reply;
  }

  /** Ends it: nothing more of it is committed. What was to follow the commit does not happen. */
  abandon(): void {
    this.#effects = [];
    this.#ended?.catch(() => undefined);
    this.store.abandon();
  }

  /** Does what had to wait for the commit. */
  async settle(): Promise<void> {
    const effects = this.#effects;
    this.#effects = [];
    await Promise.all(effects.map((effect) => effect()));
  }
}

/** The parts of a call that act outside of its transactions, made to wait. */
function deferring(call: Call, defer: (effect: Effect) => void) {
  const parts = new Map<object, unknown>([
    [credentials.key, withDeferred(credentials(call), ["forget"], defer)],
    [revocations.key, withDeferred(revocations(call), ["forget"], defer)],
    [permissionProviders.key, withDeferred(permissionProviders(call), ["forget"], defer)],
    [deliverySignals.key, withDeferred(deliverySignals(call), ["wake"], defer)],
  ]);
  return { queue: withDeferred(call.queue, ["start"], defer), parts: withParts(call, parts) };
}

/** The object with some of its methods, which return nothing, only noted. */
function withDeferred<T extends object>(target: T, names: (keyof T)[], defer: (effect: Effect) => void): T {
  return new Proxy(target, {
    get(_target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      if (!names.includes(name as keyof T)) return member.bind(target);
      return (...given: unknown[]) => {
        defer(() => member.apply(target, given));
        return Promise.resolve();
      };
    },
  });
}
