import type { ServerResponse } from "node:http";
import type { StreamReply } from "./streams.ts";

/** Sends a stream as long as both sides want it. The next piece is taken when the connection has room. */
export async function sendEvents(response: ServerResponse, { status, headers, events }: StreamReply): Promise<void> {
  events.onCut(() => response.destroy());
  let roused = () => {};
  const rouse = () => roused();
  response.on("drain", rouse).once("close", () => {
    rouse();
    void events.return();
  });
  // Of a client that has gone.
  response.on("error", () => response.destroy());
  response.writeHead(status, headers);
  response.flushHeaders();
  for await (const piece of events)
    if (!response.write(piece) && !response.destroyed)
      await new Promise<void>((resolve) => {
        roused = resolve;
      });
  response.end();
}
