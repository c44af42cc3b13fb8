import type { ServerResponse } from "node:http";
import { resetConnection } from "#http/reset-connection";
import type { StreamReply } from "./serve-streams.ts";

/**
 * Sends a stream until either side ends it. The next chunk is taken when the previous one has left this process, so at
 * most one chunk waits for a slow client, and a client that reads nothing is detected.
 */
export async function sendEvents(response: ServerResponse, { status, headers, events }: StreamReply): Promise<void> {
  events.onCut(() => resetConnection(response.socket));
  response.on("close", () => void events.return());
  // The client has disconnected.
  response.on("error", () => response.destroy());
  // The client may have disconnected while its stream was opened; no event would report that.
  if (response.destroyed) await events.return();
  else response.writeHead(status, headers).flushHeaders();
  for await (const chunk of events) {
    if (response.destroyed) break;
    await untilWritten(response, chunk);
  }
  response.end();
}

/** Settles when the bytes have left this process, or the connection has ended. */
function untilWritten(response: ServerResponse, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    response.once("close", resolve);
    response.write(chunk, () => {
      response.off("close", resolve);
      resolve();
    });
  });
}
