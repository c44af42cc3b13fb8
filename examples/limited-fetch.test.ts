import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expect, test } from "@jest/globals";
import { limitedFetch } from "./limited-fetch.ts";

test("no more calls run at once than allowed, and all of them complete", async () => {
  let running = 0;
  let most = 0;
  const server = createServer(async (_request, response) => {
    most = Math.max(most, ++running);
    for (let i = 0; i < 20; i++) await turn();
    running--;
    response.end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => server.close().closeAllConnections());
  const fetch = limitedFetch(3);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const responses = await Promise.all(Array.from({ length: 20 }, () => fetch(url)));
  expect(responses.length).toBe(20);
  expect(most).toBe(3);
});
