import { expect, test } from "@jest/globals";
import { virtualTiming } from "../../testing/virtual-timing.ts";
import type { LinkHost } from "./link.ts";
import { openSocket } from "./socket-link.ts";

test("a proxy that never answers the request for a WebSocket is given up after 8 s, so that HTTP is tried", async () => {
  const { timing, armed, expire } = virtualTiming();
  let isClosed = false;
  /** A WebSocket whose connection is never made. */
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
