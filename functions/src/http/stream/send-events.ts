import type { ServerResponse } from "node:http";
import type { StreamReply } from "./serve-streams.ts";

/**
 * Sends a stream as long as both sides want it. The next piece is taken when the one before has left this process, so a
 * client that reads slowly has one piece waiting here at most, and one that does not read at all is noticed.
 */
export async function sendEvents(response: ServerResponse, { status, headers, events }: StreamReply): Promise<void> {
  events.onCut(() => response.destroy());
  response.on("close", () => void events.return());
  // Of a client that has gone.
  response.on("error", () => response.destroy());
  // It may have gone while its stream was opened: then nothing would tell.
  if (response.destroyed) await events.return();
  else response.writeHead(status, headers).flushHeaders();
  for await (const piece of events) {
    if (response.destroyed) break;
    await written(response, piece);
  }
  response.end();
}

/** Settles when the bytes have left this process, or the connection has ended. */
function written(response: ServerResponse, piece: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    response.once("close", resolve);
    response.write(piece, () => {
      response.off("close", resolve);
      resolve();
    });
  });
}
