import type { Outbound, OutboundReply, OutboundRequest } from "#outbound/port";
import { isInTransaction } from "./transaction-guard.ts";

/** A call that reached a receiver. */
export interface Received extends OutboundRequest {
  /** What the body holds, parsed. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  json: any;
}

/** Servers of customers, as one function that answers. Keeps what it was sent. */
export class Receivers implements Outbound {
  readonly calls: Received[] = [];
  /** Answers the next calls; takes 200 without a word by default. */
  answer: (call: Received) => OutboundReply | Promise<OutboundReply> = () => ({ status: 200, body: "" });

  async post(request: OutboundRequest): Promise<OutboundReply> {
    if (isInTransaction()) complain(`${request.url} was called in a transaction, which then waits for it`);
    const call = { ...request, json: JSON.parse(request.body) };
    this.calls.push(call);
    return this.answer(call);
  }

  async close(): Promise<void> {}
}

/** Fails the test that runs: an error that is thrown here may be taken for one of the receiver. */
function complain(message: string): void {
  const error = new Error(message);
  queueMicrotask(() => {
    throw error;
  });
}
