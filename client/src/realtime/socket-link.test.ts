import { expect, test } from "@jest/globals";
import { virtualTiming } from "../../testing/virtual-timing.ts";
import { readFrame, writeFrame } from "./frames.ts";
import type { LinkHost } from "./link.ts";
import { openSocket } from "./socket-link.ts";

/** An open WebSocket; the test plays its server. */
class Played {
  static latest: Played;
  binaryType = "blob";
  readonly readyState = 1;
  readonly OPEN = 1;
  onmessage: ((event: never) => void) | null = null;
  onclose = null;
  onerror = null;
  /** The kinds of messages sent over it. */
  readonly sent: string[] = [];
  constructor() {
    Played.latest = this;
  }
  send(bytes: Uint8Array<ArrayBuffer>) {
    this.sent.push(readFrame(bytes)?.kind ?? "");
  }
  receive(kind: "stateVector" | "missing", bytes: number[]) {
    this.onmessage?.({ data: writeFrame(kind, Uint8Array.from(bytes)).buffer } as never);
  }
  close() {}
}

/** A link over a played WebSocket. @param stateVector of the local document. */
function openPlayed(stateVector = Uint8Array.of(0)) {
  const { timing, armed } = virtualTiming();
  const storedCalls: string[] = [];
  const document = { organizationId: "acme", documentId: "plan", connection: { baseUrl: "http://a.test", timing } };
  const host = {
    ...{ document, editorId: "title", kind: {} },
    stateVector: () => stateVector,
    isOther: () => false,
    missing: () => Uint8Array.of(1, 1, 1, 0),
    localAwareness: () => undefined,
    receive: () => undefined,
    synced: () => undefined,
    stored: () => storedCalls.push("stored"),
  } as unknown as LinkHost;
  const link = openSocket(host, "a.b.c", Played);
  return { link, armed, storedCalls, latest: Played.latest };
}

test("text typed before the server's first message counts as saved once a question sent after it is answered", async () => {
  const { link, armed, storedCalls, latest } = openPlayed();
  /** Ends all waits except those for a silent server. */
  const pass = () => {
    for (const { ms, run } of [...armed]) if (ms < 1000) run();
  };
  link.send(Uint8Array.of(1, 1, 1, 0));
  pass();
  latest.receive("stateVector", [0]);
  pass();
  expect(latest.sent).toStrictEqual(["update", "stateVector", "missing"]);
  latest.receive("missing", [0, 0]);
  expect(storedCalls).toStrictEqual([]);
  pass();
  expect(latest.sent.slice(3)).toStrictEqual(["stateVector"]);
  latest.receive("missing", [0, 0]);
  expect(storedCalls).toStrictEqual(["stored"]);
});

test("the larger the questions whether edits are stored, the less often they are asked: at most 16 kB a second", () => {
  for (const [bytes, pause] of [
    [10, 250],
    [32_000, 2000],
  ] as const) {
    const { link, armed, latest } = openPlayed(new Uint8Array(bytes));
    latest.receive("stateVector", [0]);
    latest.receive("missing", [0, 0]);
    link.send(Uint8Array.of(1, 1, 1, 0));
    const pauses = armed.map(({ ms }) => Math.round(ms)).filter((ms) => ms < 8000);
    expect(pauses).toStrictEqual([pause]);
  }
});

test("a proxy that never answers the WebSocket request is abandoned after 8 s, so that HTTP is tried", async () => {
  const { timing, armed, expire } = virtualTiming();
  let isClosed = false;
  /** A WebSocket that never connects. */
  class Silent {
    binaryType = "blob";
    readonly readyState = 0;
    readonly OPEN = 1;
    onmessage = null;
    onclose = null;
    onerror = null;
    send() {}
    close() {
      isClosed = true;
    }
  }
  const document = { organizationId: "acme", documentId: "plan", connection: { baseUrl: "http://a.test", timing } };
  const host = { document, editorId: "title", kind: {} } as unknown as LinkHost;
  const { ended } = openSocket(host, "a.b.c", Silent);
  expect(armed.map(({ ms }) => ms)).toStrictEqual([8000]);
  expire();
  const end = await ended;
  expect(end).toMatchObject({ wasOpen: false, isFinal: false, error: { code: "UNAVAILABLE" } });
  expect(end.error.message).toContain("has sent nothing for 8 s");
  expect(isClosed).toBe(true);
});
