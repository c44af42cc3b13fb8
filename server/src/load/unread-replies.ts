import type { ServerResponse } from "node:http";
import { addressBlock } from "@atrium/functions/http/request/address-block";

/** Smaller replies are not counted: there are at most as many as connections. */
const COUNTED_BYTES = 64 * 1024;

/** Limits, in bytes, of replies that wait to be read. */
export interface UnreadLimits {
  /** For the whole process: up to this total no address is refused. */
  total: number;
  /** For one address, or /64 block of IPv6 addresses: it may always have this much. */
  perAddress: number;
}

const DEFAULT_LIMITS: UnreadLimits = { total: 256 * 1024 * 1024, perAddress: 32 * 1024 * 1024 };

/**
 * Counts the bytes of large replies until they are sent, so that clients that request much but read nothing can't fill
 * the memory.
 */
export class UnreadReplies {
  readonly #limits: UnreadLimits;
  readonly #byAddress = new Map<string, number>();
  #total = 0;

  constructor(limits = DEFAULT_LIMITS) {
    this.#limits = limits;
  }

  /** Whether an address has to read first: the total is over its limit, and so is the address. */
  mustWait(address: () => string): boolean {
    return (
      this.#total > this.#limits.total && (this.#byAddress.get(addressBlock(address())) ?? 0) > this.#limits.perAddress
    );
  }

  /** Counts a reply with this many bytes until it is sent or its connection ends. */
  add(response: ServerResponse, address: () => string, bytes: number): void {
    if (bytes < COUNTED_BYTES || response.destroyed) return;
    response.once("close", this.hold(address(), bytes));
  }

  /** Counts bytes for an address. @returns a function to call once when they are sent or will never be sent. */
  hold(address: string, bytes: number): () => void {
    const block = addressBlock(address);
    this.#change(block, bytes);
    return () => this.#change(block, -bytes);
  }

  #change(block: string, bytes: number): void {
    this.#total += bytes;
    const unreadBytes = (this.#byAddress.get(block) ?? 0) + bytes;
    if (unreadBytes > 0) this.#byAddress.set(block, unreadBytes);
    else this.#byAddress.delete(block);
  }
}
