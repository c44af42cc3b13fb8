import type { IncomingMessage } from "node:http";
import type { Context } from "@atrium/functions/context";
import { endpoints } from "@atrium/functions/endpoints";
import { tooLarge } from "@atrium/functions/http/body";
import { createServe } from "@atrium/functions/http/serve";
import fastify, { type FastifyInstance } from "fastify";
import packageJson from "../package.json" with { type: "json" };

/** Fastify in front of the kernel: hands over plain data, sends plain data back. */
export function createHttpServer(context: Context): FastifyInstance {
  const app = fastify({
    logger: false,
    forceCloseConnections: "idle",
    requestTimeout: 60_000,
    bodyLimit: 64 * 1024 * 1024,
  });
  const serve = createServe(context, endpoints);
  // The kernel reads the body itself, after it has looked at the credentials.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  app.get("/health", async () => ({ status: "ok", version: packageJson.version, store: context.store.kind }));
  app.get("/.well-known/jwks.json", async () => context.userTokenKeys.jwks);
  app.all("/*", async (request, reply) => {
    const { status, headers, body } = await serve({
      method: request.method,
      path: request.url.split("?", 1)[0] ?? "",
      headers: request.headers,
      ip: request.ip,
      body: (maxBytes) => readBody(request.raw, maxBytes),
    });
    // What was refused unread must not be taken for the next request of the connection.
    if (!request.raw.complete) reply.header("connection", "close");
    return reply.code(status).headers(headers).send(body);
  });
  return app;
}

function readBody(stream: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    if (Number(stream.headers["content-length"]) > maxBytes) return reject(tooLarge(maxBytes));
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
    stream.on("error", reject);
  });
}
