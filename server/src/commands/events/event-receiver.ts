import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { isAtriumError, verifyWebhook, type WebhookEvent } from "@atrium/client";

/** Largest accepted body in bytes: messages of Atrium are smaller. */
const MAX_BODY = 4 * 1024 * 1024;
/** Time limit in ms for a program to which events are forwarded: about as long as the server waits. */
const FORWARD_TIMEOUT = 14_000;
/** Headers that a program needs to verify a message. */
const FORWARDED = ["content-type", "user-agent", "webhook-id", "webhook-timestamp", "webhook-signature", "traceparent"];

/** A verified message, and the answer of the program to which it was forwarded. */
export interface ReceivedEvent {
  event: WebhookEvent;
  forwarded?: ForwardResult | undefined;
}

/** A program's answer: its HTTP status, or why there was none. */
export interface ForwardResult {
  status?: number;
  error?: string;
}

/** Options of `createEventReceiver`. */
export interface EventReceiverOptions {
  /** The signing secret; it is known only once the endpoint has been created. */
  secret(): Promise<string>;
  /** Whether a message is the connection test, which is not shown. */
  isTest(event: WebhookEvent): Promise<boolean>;
  /** Address to which events are forwarded. */
  forwardTo?: string | undefined;
  onEvent(received: ReceivedEvent): void;
  /** Called with the reason if a message is not genuine or can't be read. */
  onRefused(reason: string): void;
}

/** A server that accepts webhook messages, verifies them and answers as the program behind it does. */
export function createEventReceiver(options: EventReceiverOptions): Server {
  return createServer((request, response) => void receive(options, request, response));
}

async function receive(options: EventReceiverOptions, request: IncomingMessage, response: ServerResponse) {
  try {
    const body = await bodyOf(request);
    const event = await verifyWebhook(request.headers, body, await options.secret());
    if (await options.isTest(event)) return void response.writeHead(204).end();
    const { forwardTo } = options;
    const forwarded = forwardTo === undefined ? undefined : await forward(forwardTo, request.headers, body);
    // The program's answer is passed on, so that the server retries an event that the program refuses.
    response.writeHead(forwarded ? (forwarded.status ?? 502) : 204).end();
    options.onEvent({ event, forwarded });
  } catch (error) {
    options.onRefused(error instanceof Error ? error.message : String(error));
    response.writeHead(isAtriumError(error, "UNAUTHENTICATED") ? 401 : 500).end();
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY) throw new Error("The body is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function forward(url: string, headers: IncomingHttpHeaders, body: Buffer<ArrayBuffer>): Promise<ForwardResult> {
  const forwardedHeaders = FORWARDED.flatMap((name): [string, string][] =>
    headers[name] ? [[name, String(headers[name])]] : [],
  );
  try {
    const signal = AbortSignal.timeout(FORWARD_TIMEOUT);
    const reply = await fetch(url, { method: "POST", headers: forwardedHeaders, body, redirect: "manual", signal });
    await reply.body?.cancel();
    return { status: reply.status };
  } catch (error) {
    const { message, cause } = error as Error;
    return { error: cause instanceof Error && cause.message ? cause.message : message };
  }
}
