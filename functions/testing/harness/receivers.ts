import type { Outbound, OutboundReply, OutboundRequest } from "#outbound/port";
import { isInTransaction } from "#testing/harness/store/transaction-guard";

/** A call that a receiver has received. */
export interface Received extends OutboundRequest {
  /** The parsed content of the body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  json: any;
}

/** Stands in for all customers' servers and stores the calls. */
export class Receivers implements Outbound {
  readonly calls: Received[] = [];
  /** Answers the next calls; the default is an empty 200. */
  answer: (call: Received) => OutboundReply | Promise<OutboundReply> = () => ({ status: 200, body: "" });

  async post(request: OutboundRequest): Promise<OutboundReply> {
    if (isInTransaction()) complain(`${request.url} was called in a transaction, which then waits for it`);
    const call = { ...request, json: JSON.parse(request.body) };
    this.calls.push(call);
    return this.answer(call);
  }

  async close(): Promise<void> {}
}

/** Fails the running test, because an error thrown here could be taken for a failure of the receiver. */
function complain(message: string): void {
  const error = new Error(message);
  queueMicrotask(() => {
    throw error;
  });
}
