import type { IncomingMessage } from "node:http";
import { ApiError } from "#model/error";
import { tooLarge } from "./body.ts";

/**
 * The bytes of a request that nobody has read yet.
 * @throws ApiError when there are more than `maxBytes`, before they are all here, or when the connection ends.
 */
export function readBody(stream: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    if (Number(stream.headers["content-length"]) > maxBytes) return reject(tooLarge(maxBytes));
    // Most bodies are here by now; taking them at once keeps the requests in step.
    const whole = stream.complete ? (stream.read() as Buffer | null) : null;
    if (whole) return whole.length > maxBytes ? reject(tooLarge(maxBytes)) : resolve(whole);
    const chunks: Buffer[] = [];
    let size = 0;
    stream.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) {
        stream.pause();
        reject(tooLarge(maxBytes));
      } else chunks.push(chunk);
    });
    stream.on("end", () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    stream.on("error", () => reject(new ApiError("CANCELLED", "The connection ended before the body did.")));
  });
}
