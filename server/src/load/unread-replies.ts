import type { ServerResponse } from "node:http";

/** Replies of fewer bytes are not counted: there are as many as connections at most. */
const COUNTED_BYTES = 64 * 1024;

/** How many bytes of replies may wait for their readers. */
export interface UnreadLimits {
  /** In the process, before any address is refused. */
  total: number;
  /** Of one address, which it may always have. */
  perAddress: number;
}

const DEFAULT_LIMITS: UnreadLimits = { total: 256 * 1024 * 1024, perAddress: 32 * 1024 * 1024 };

/** Counts the bytes of large replies until they are sent, so that who requests much and reads nothing can't fill the memory. */
export class UnreadReplies {
  readonly #limits: UnreadLimits;
  readonly #byAddress = new Map<string, number>();
  #total = 0;

  constructor(limits = DEFAULT_LIMITS) {
    this.#limits = limits;
  }

  /** Whether an address has to read first: there is too much in all, and much of it is its own. */
  mustWait(address: () => string): boolean {
    return this.#total > this.#limits.total && (this.#byAddress.get(address()) ?? 0) > this.#limits.perAddress;
  }

  /** Counts a reply of so many bytes until it is sent or its connection ends. */
  add(response: ServerResponse, address: () => string, bytes: number): void {
    if (bytes < COUNTED_BYTES || response.destroyed) return;
    response.once("close", this.hold(address(), bytes));
  }

  /** Counts bytes for an address. @returns what has to be called once when they are sent, or are not sent any more. */
  hold(address: string, bytes: number): () => void {
    this.#change(address, bytes);
    return () => this.#change(address, -bytes);
  }

  #change(address: string, bytes: number): void {
    this.#total += bytes;
    const left = (this.#byAddress.get(address) ?? 0) + bytes;
    if (left > 0) this.#byAddress.set(address, left);
    else this.#byAddress.delete(address);
  }
}
