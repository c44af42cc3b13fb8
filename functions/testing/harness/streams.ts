import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "expect";
import { userTokens } from "#http/auth/user-tokens";
import { ofKind } from "#http/endpoint-kinds";
import { StreamServer } from "#http/stream/serve-streams";
import { endpoints } from "#src/endpoints";
import { expectWithContext } from "#testing/harness/jest/context";
import { watchDelay } from "#testing/harness/store/test-store";
import { VirtualTimer } from "#testing/harness/time/virtual-timer";
import { exampleWorld } from "./example-world.ts";
import { type TokenOptions, type World, type WorldOptions, world } from "./world.ts";

/** An event as a client of server-sent events reads it. */
export interface ClientEvent {
  event: string;
  /** Only if the event itself has one. */
  id?: string;
  retry?: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape.
  data: any;
}

/** Reads server-sent events as the HTML standard specifies. */
export class EventReader {
  readonly events: ClientEvent[] = [];
  /** Comment lines. */
  comments = 0;
  lastEventId = "";
  #text = "";

  read(text: string): void {
    this.#text += text;
    for (let end = this.#text.indexOf("\n\n"); end >= 0; end = this.#text.indexOf("\n\n")) {
      this.#block(this.#text.slice(0, end));
      this.#text = this.#text.slice(end + 2);
    }
  }

  #block(block: string): void {
    const fields: Record<string, string> = {};
    for (const line of block.split("\n")) {
      const colon = line.indexOf(":");
      if (colon === 0) this.comments++;
      else fields[line.slice(0, colon)] = line.slice(colon + 1).replace(/^ /, "");
    }
    if (fields.id !== undefined) this.lastEventId = fields.id;
    if (fields.data === undefined) return;
    this.events.push({
      event: fields.event ?? "message",
      ...(fields.id !== undefined && { id: fields.id }),
      ...(fields.retry !== undefined && { retry: Number(fields.retry) }),
      data: JSON.parse(fields.data),
    });
  }
}

/** A client of a stream that reads everything. */
export class StreamClient extends EventReader {
  status = 0;
  headers: Record<string, string> = {};
  // biome-ignore lint/suspicious/noExplicitAny: as of a reply.
  body: any;
  isOver = false;
  leave: () => void = () => undefined;

  /** Events since the last call in short form: kind, id and whether it was removed. */
  story(): string[] {
    return this.events.splice(0).map(({ event, data }) => {
      const id = data.userId ?? data.liveStateDataId ?? data.annotationId ?? data.id ?? data.reason ?? "";
      return `${event} ${id}${data.removed ? " removed" : ""}`.trim();
    });
  }
}

/**
 * How a request for a stream differs from the usual one, which is a user's request for the document `homepage` of
 * `acme`.
 */
export interface StreamOptions extends TokenOptions {
  token?: string;
  headers?: Record<string, string | string[] | undefined>;
  method?: string;
  query?: string;
  organizationId?: string;
  documentId?: string;
  lastEventId?: string | undefined;
  /** Default: the loopback address. */
  ip?: string;
}

/** A world with streams, whose timers fire as `pass` moves the world's clock. */
export class StreamWorld {
  readonly w: World;
  readonly streams: StreamServer;
  readonly #timer: VirtualTimer;

  constructor(w: World) {
    this.w = w;
    const { store, monotonic } = w.context;
    const tokens = userTokens(w.context);
    let verifications = 0;
    const verify = tokens.verify.bind(tokens);
    tokens.verify = (...args) => {
      verifications++;
      return verify(...args).finally(() => verifications--);
    };
    const isBusy = () => verifications > 0;
    this.#timer = new VirtualTimer({ store, now: monotonic, advance: (ms) => w.advance(ms), isBusy });
    this.streams = new StreamServer(w.context, ofKind(endpoints, "stream"), { timer: this.#timer.set });
  }

  async pass(ms: number): Promise<void> {
    await this.settle();
    await this.#timer.pass(ms);
    await this.settle();
  }

  async settle(): Promise<void> {
    await this.#timer.settle();
    if (watchDelay === 0) return;
    await sleep(watchDelay);
    await this.#timer.settle();
  }

  /** Waits for events from a real server, for a limited time; the test checks what has arrived. */
  async until(isThere: () => boolean): Promise<void> {
    await this.settle();
    for (let i = 0; i < 1000 && !isThere(); i++) await sleep(2);
    await this.settle();
  }

  /** Lets two seconds pass; a real server may report changes only after the first. */
  async untilOver(client: StreamClient): Promise<void> {
    for (let i = 0; i < 2; i++) {
      await this.pass(1000);
      await this.until(() => client.isOver);
    }
  }

  /** Requests a stream, which may be refused. */
  async ask(userId: string | undefined, options: StreamOptions = {}): Promise<StreamClient> {
    const { organizationId = "acme", documentId = "homepage", method = "GET", lastEventId } = options;
    const token = options.token ?? (userId === undefined ? undefined : await this.w.token(userId, tokenPart(options)));
    const reply = await this.streams.open({
      method,
      path: "/v2/documents/stream",
      query: options.query ?? new URLSearchParams({ organizationId, documentId }).toString(),
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
        ...options.headers,
      },
      ip: options.ip ?? "127.0.0.1",
    });
    const client = new StreamClient();
    client.status = reply.status;
    client.headers = reply.headers;
    if ("events" in reply) {
      client.leave = () => void reply.events.return();
      void take(reply.events, client);
      await this.until(() => client.events.length > 0);
    } else client.body = reply.body === "" ? undefined : JSON.parse(reply.body);
    await this.settle();
    return client;
  }

  /** Requests a stream that must open. */
  async open(userId: string, options?: StreamOptions): Promise<StreamClient> {
    const client = await this.ask(userId, options);
    expectWithContext(client.status, JSON.stringify(client.body)).toBe(200);
    expect(client.events[0]?.event).toBe("ready");
    return client;
  }
}

function tokenPart({ tenant, isAdmin, resources }: StreamOptions): TokenOptions {
  return { ...(tenant && { tenant }), ...(isAdmin && { isAdmin }), ...(resources && { resources }) };
}

async function take(events: AsyncIterable<Uint8Array>, client: StreamClient): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of events) client.read(decoder.decode(chunk, { stream: true }));
  client.isOver = true;
}

/** A world with the data of the examples, and streams. */
export async function streamWorld(options?: WorldOptions): Promise<StreamWorld> {
  return new StreamWorld(await exampleWorld(options));
}

/** A world with an organization `acme`, its members ada and lin, and an empty document `homepage`. */
export async function quietStreamWorld(options?: WorldOptions): Promise<StreamWorld> {
  const w = await world(options);
  const place = { organizationId: "acme", documentId: "homepage" };
  const users = [{ userId: "ada" }, { userId: "lin" }];
  await w.ok("/v2/users/add", { organizationId: "acme", users });
  await w.ok("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "homepage" }] });
  await w.ok("/v2/presence/get", place);
  return new StreamWorld(w);
}
