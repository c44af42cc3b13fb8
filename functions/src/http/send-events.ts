import type { ServerResponse } from "node:http";
import type { StreamReply } from "./streams.ts";

/** Sends a stream as long as both sides want it. The next piece is taken when the connection has room. */
export async function sendEvents(response: ServerResponse, { status, headers, events }: StreamReply): Promise<void> {
  events.onCut(() => response.destroy());
  let rouse = () => {};
  response.on("drain", () => rouse());
  response.on("close", () => {
    rouse();
    void events.return();
  });
  // Of a client that has gone.
  response.on("error", () => response.destroy());
  // It may have gone while its stream was opened: then nothing would tell.
  if (response.destroyed) await events.return();
  else response.writeHead(status, headers).flushHeaders();
  for await (const piece of events) {
    if (!response.write(piece) && !response.destroyed)
      await new Promise<void>((resolve) => {
        rouse = resolve;
      });
    if (response.destroyed) break;
  }
  response.end();
}
