// Readers of a document's stream, run as a separate process: one connection per user. Changes contain the time they
// were sent.
import { connect } from "node:net";

/** The streams to open. */
interface ReadersOrder {
  url: string;
  /** Path with its query string. */
  path: string;
  /** One token for each stream. */
  tokens: string[];
}

/** What has arrived since the last report. */
export interface ReadersReport {
  /** Number of open streams. */
  open: number;
  /** From sending a change until a stream received it, in ms. */
  times: number[];
}

const SENT_AT = /"sentAt":(\d+(?:\.\d+)?)/g;
const report: ReadersReport = { open: 0, times: [] };

/** Opens a stream. Resolves when it has begun. */
function read({ url, path }: ReadersOrder, token: string): Promise<void> {
  const { host, hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    socket.setEncoding("latin1").on("error", reject);
    socket.once("connect", () =>
      socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n\r\n`),
    );
    socket.once("close", () => reject(new Error("A stream was closed.")));
    socket.on("data", (text: unknown) => {
      const at = performance.timeOrigin + performance.now();
      if (String(text).includes("event: ready")) {
        report.open++;
        resolve();
      }
      for (const [, sentAt] of String(text).matchAll(SENT_AT)) report.times.push(at - Number(sentAt));
    });
  });
}

const AT_ONCE = 50;

process.on("message", async (order: ReadersOrder | "report") => {
  if (order === "report") return process.send?.({ open: report.open, times: report.times.splice(0) });
  for (let i = 0; i < order.tokens.length; i += AT_ONCE)
    await Promise.all(order.tokens.slice(i, i + AT_ONCE).map((token) => read(order, token)));
  process.send?.("open");
});
process.on("disconnect", () => process.exit());
