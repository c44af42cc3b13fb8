import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "@atrium/functions/context";
import type { FilesEndpoint, StaticFile } from "@atrium/functions/http/page/declaration";
import { ApiError } from "@atrium/functions/platform/error";
import type { FastifyInstance, FastifyReply } from "fastify";

const headersOfAll = { "x-content-type-options": "nosniff", "cache-control": "no-cache" };

/**
 * Serves the declared files, read from disk at each request: they are some megabytes, and rarely requested.
 * @param folder as `writeDocs` of scripts/docs-assets.ts makes it.
 */
export function fileRoutes(
  app: FastifyInstance,
  endpoints: readonly FilesEndpoint[],
  context: Context,
  folder: string,
): void {
  for (const [path, file] of endpoints.flatMap(({ files }) => Object.entries(files)))
    app.get(path, (_request, reply) => sendFile(reply, folder, file, context.settings.headerBrand));
}

async function sendFile(
  reply: FastifyReply,
  folder: string,
  { name, contentType, headers, isBranded }: StaticFile,
  brand: string,
) {
  const file = join(folder, name);
  const sent = { ...headersOfAll, ...headers };
  if (isBranded && brand !== "service") {
    const text = await readFile(file, "utf8").catch(notBuilt);
    return reply
      .headers(sent)
      .type(contentType)
      .send(text.replaceAll('"x-service-', `"x-${brand}-`));
  }
  const { size } = await stat(file).catch(notBuilt);
  return reply
    .headers({ ...sent, "content-length": size })
    .type(contentType)
    .send(createReadStream(file));
}

function notBuilt(error: NodeJS.ErrnoException): never {
  if (error.code !== "ENOENT") throw error;
  throw new ApiError("NOT_FOUND", "The documentation is not built. The operator builds it with `npm run build`.");
}
