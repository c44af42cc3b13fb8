// The receiver of webhooks, run as a separate process: answers every POST at once and records its time.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A command to the sink. */
export type SinkOrder = { reset: true } | { report: true };

/** What has arrived since the last reset. */
export interface SinkReport {
  arrivals: number;
  /** When the first and the last event arrived, in ms since 1970 with fractions. */
  first: number;
  last: number;
  /** When the event about a user arrived, by the number in the user's id; one entry per endpoint. */
  byNumber: [number: number, at: number][];
}

const ADDRESSES = 2;
let report: SinkReport = { arrivals: 0, first: 0, last: 0, byNumber: [] };

function answer(request: IncomingMessage, response: ServerResponse): void {
  let text = "";
  request.setEncoding("latin1");
  request.on("data", (chunk: string) => {
    text += chunk;
  });
  request.on("end", () => {
    const at = performance.timeOrigin + performance.now();
    if (report.arrivals++ === 0) report.first = at;
    report.last = at;
    const number = /"timed-user-(\d+)"/.exec(text)?.[1];
    if (number !== undefined) report.byNumber.push([Number(number), at]);
    response.end();
  });
}

const urls = await Promise.all(
  Array.from(
    { length: ADDRESSES },
    () =>
      new Promise<string>((resolve) => {
        const server = createServer({ keepAliveTimeout: 60_000 }, answer).listen(0, "127.0.0.1", () =>
          resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
        );
      }),
  ),
);
process.on("message", (order: SinkOrder) => {
  if ("report" in order) process.send?.(report);
  else report = { arrivals: 0, first: 0, last: 0, byNumber: [] };
});
process.on("disconnect", () => process.exit());
process.send?.(urls);
