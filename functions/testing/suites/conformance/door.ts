import { expect } from "expect";
import type { CallEndpoint } from "#http/endpoint";
import { textOfBody } from "#http/reply-body";
import { tooLarge } from "#http/request/body";
import { createServe } from "#http/serve";
import { httpStatus } from "#http/status";
import type { ErrorCode } from "#platform/error";
import type { Store } from "#store/port";
import { exampleOf, exampleWorld } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { type Dump, dump } from "#testing/harness/store/store-dump";
import { type Answer, credentialHeaders, type Tenant, type World } from "#testing/harness/world";

/** A request to one endpoint. Defaults: POST, JSON, the tenant's credentials, the example. */
export interface EndpointRequest {
  tenant?: Tenant;
  method?: string;
  headers?: Record<string, string | string[] | undefined>;
  /** A user token instead of all credentials of the tenant. */
  token?: string;
  /** `data` of the body. */
  data?: unknown;
  /** The raw body, instead of `data`. */
  raw?: string | Uint8Array;
}

/** A reply, and whether the kernel read the body for it. */
export interface Received extends Answer {
  bodyRead: boolean;
  /** The limit that the kernel set for the body, in bytes. */
  maxBytes?: number;
}

/** Access to one endpoint of a world through the public API. */
export interface Door {
  w: World;
  endpoint: CallEndpoint;
  send(request?: EndpointRequest): Promise<Received>;
  /** Sends a request that must be refused. @returns the reply. */
  refuses(request: EndpointRequest, code: ErrorCode, message: string | RegExp, http?: number): Promise<Received>;
}

/** Gives access to one endpoint through the public API. */
export function doorOf(w: World, endpoint: CallEndpoint): Door {
  const serve = createServe(w.context, [endpoint]);
  async function send(request: EndpointRequest = {}): Promise<Received> {
    const { tenant = w.tenant, method = "POST", headers, data = exampleOf(endpoint, tenant) } = request;
    const bytes = Buffer.from(request.raw ?? JSON.stringify({ data }));
    const body: Pick<Received, "bodyRead" | "maxBytes"> = { bodyRead: false };
    const response = await serve({
      method,
      path: endpoint.path,
      ip: "192.0.2.1",
      headers: { "content-type": "application/json", ...credentialHeaders(tenant, request.token), ...headers },
      async body(maxBytes) {
        body.bodyRead = true;
        body.maxBytes = maxBytes;
        if (bytes.length > maxBytes) throw tooLarge(maxBytes);
        return bytes;
      },
    });
    const { status, headers: replyHeaders } = response;
    const text = textOfBody(response.body);
    return { status, headers: replyHeaders, body: text === "" ? undefined : JSON.parse(text), ...body };
  }
  return {
    w,
    endpoint,
    send,
    async refuses(request, code, message, http = httpStatus[code]) {
      const received = await send(request);
      const answer = `answered ${JSON.stringify(received.body)}`;
      expectWithContext(received.status, answer).toBe(http);
      expectWithContext(Object.keys(received.body), answer).toStrictEqual(["error"]);
      expectWithContext(received.body.error.status, answer).toBe(code);
      if (typeof message === "string") expect(received.body.error.message).toBe(message);
      else expect(received.body.error.message).toMatch(message);
      return received;
    },
  };
}

/** Like `doorOf`, in a new example world. */
export async function openDoor(endpoint: CallEndpoint): Promise<Door> {
  return doorOf(await exampleWorld(), endpoint);
}

/** Runs refusals and checks that none of them has written anything. */
export async function nothingIsWritten(w: World, refusals: () => Promise<void>): Promise<void> {
  const before = await dump(w.context.store);
  await refusals();
  expectWithContext(await dump(w.context.store), "a refused call has written something").toStrictEqual(before);
}

/** A world in which nothing has happened, with everything its store contains. */
interface Untouched {
  w: World;
  /** Another tenant, without data. */
  other: Tenant;
  contents: Dump;
  /** How many times its store has been asked to write so far. */
  writes(): number;
}

let untouched: Promise<Untouched> | undefined;

async function openUntouched(): Promise<Untouched> {
  let writes = 0;
  const wrapStore = (store: Store) => onWrite(store, () => void writes++);
  const w = await exampleWorld({ wrapStore, isImageWrapped: true });
  const other = await w.newTenant();
  return { w, other, contents: await dump(w.context.store), writes: () => writes };
}

/** Calls `tell` whenever the store is asked to write, or to begin a transaction that may write. */
function onWrite(store: Store, tell: () => void): Store {
  return new Proxy(store, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      if (name === "commit" || name === "bulk" || name === "transact") tell();
      return member.bind(target);
    },
  });
}

/** Drops the world that `refusals` shares, at the end of a test file. */
export function forgetUntouched(): void {
  untouched = undefined;
}

/**
 * Runs a check that sends only requests that are refused, and checks that none of them has written anything. All such
 * checks therefore share one world: creating one takes longer than most of them.
 */
export async function refusals(
  endpoint: CallEndpoint,
  check: (door: Door & Pick<Untouched, "other">) => Promise<unknown>,
): Promise<void> {
  untouched ??= openUntouched();
  try {
    const { w, other, contents, writes } = await untouched;
    const before = writes();
    await check({ ...doorOf(w, endpoint), other });
    // Comparing all documents takes longer than most checks.
    if (writes() > before)
      expectWithContext(await dump(w.context.store), "a refused call has written something").toStrictEqual(contents);
  } catch (error) {
    forgetUntouched();
    throw error;
  }
}
