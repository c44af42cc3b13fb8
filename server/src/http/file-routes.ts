import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "@atrium/functions/context";
import { READING, requireMethod } from "@atrium/functions/http/method";
import type { FilesEndpoint, SiteFile, SiteIndex } from "@atrium/functions/http/page/declaration";
import { withHeaderBrand } from "@atrium/functions/http/page/header-brand";
import { requestId } from "@atrium/functions/http/request/request-id";
import { ApiError } from "@atrium/functions/platform/error";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { acceptedEncoding } from "./accepted-encoding.ts";
import { compress, type Encoding, encodings } from "./compress.ts";
import { pathOf, withTrailingSlash } from "./request-path.ts";

/**
 * Serves the declared files: only those that the index of the build lists.
 * @param folder as created by `writeServedSite` of site/write-site.ts.
 */
export function fileRoutes(
  app: FastifyInstance,
  endpoints: readonly Pick<FilesEndpoint, "path" | "isFolder" | "isApplication">[],
  context: Context,
  folder: string,
): void {
  const site = new Site(folder, context.settings.headerBrand);
  for (const { path, isFolder, isApplication } of endpoints) {
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header("x-request-id", requestId(context, request));
      return site.answer(request, reply, isApplication ? path : undefined);
    };
    // The declared path always exists; which paths exist below it depends on the build.
    const onRequest = async (request: FastifyRequest) => requireMethod(request.method, READING);
    for (const one of withTrailingSlash(path)) app.all(one, { onRequest: [onRequest, answer] }, () => undefined);
    if (isFolder) app.all(`${path}/*`, { onRequest: answer }, () => undefined);
  }
}

/**
 * The built documentation. Each file is read and compressed at its first request and then cached, so that replies that
 * their clients do not read share its bytes.
 */
class Site {
  readonly #folder: string;
  /** The brand in header names. */
  readonly #brand: string;
  #index: Promise<SiteIndex> | undefined;
  /** Files by encoding, if any, and name: at most as many as the index lists. */
  readonly #files = new Map<string, Promise<Buffer>>();

  constructor(folder: string, brand: string) {
    this.#folder = folder;
    this.#brand = brand;
  }

  /**
   * Answers a request for a file.
   * @param application path of the page that answers if there is no such file; undefined: none.
   * @throws ApiError NOT_FOUND; INVALID_ARGUMENT (405) for a file that is requested with another method.
   */
  async answer(request: FastifyRequest, reply: FastifyReply, application: string | undefined): Promise<FastifyReply> {
    const path = pathOf(request).replace(/(?<=.)\/$/, "");
    const { files } = await this.#readIndex();
    const isPage = application !== undefined && !path.startsWith(`${application}/assets/`);
    const file = Object.hasOwn(files, path) ? files[path] : isPage ? files[application] : undefined;
    if (!file) throw new ApiError("NOT_FOUND", "This page does not exist. The documentation begins at /docs.");
    requireMethod(request.method, READING);
    const etag = this.#isRenamed(file) ? file.headers.etag?.replace(/"$/, `-${this.#brand}"`) : file.headers.etag;
    reply.headers({ ...file.headers, etag, vary: "accept-encoding", "x-content-type-options": "nosniff" });
    if (etag && request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
    const encoding = acceptedEncoding(request.headers["accept-encoding"], encodings);
    if (encoding) reply.header("content-encoding", encoding);
    return reply.send(await this.#bytes(file, encoding));
  }

  /** Reads the index at the first request, and again if it was not found. */
  #readIndex(): Promise<SiteIndex> {
    this.#index ??= readFile(join(this.#folder, "index.json"), "utf8").then(JSON.parse);
    return this.#index.catch((error) => {
      this.#index = undefined;
      return notBuilt(error);
    });
  }

  async #read(file: SiteFile): Promise<Buffer> {
    const bytes = await readFile(join(this.#folder, file.name)).catch(notBuilt);
    if (!this.#isRenamed(file)) return bytes;
    return Buffer.from(withHeaderBrand(bytes.toString(), this.#brand));
  }

  #bytes(file: SiteFile, encoding: Encoding | undefined): Promise<Buffer> {
    const key = `${encoding ?? ""} ${file.name}`;
    const content = this.#files.get(key) ?? this.#make(file, encoding);
    this.#files.set(key, content);
    content.catch(() => this.#files.delete(key));
    return content;
  }

  async #make(file: SiteFile, encoding: Encoding | undefined): Promise<Buffer> {
    const bytes = await this.#read(file);
    return encoding ? compress(bytes, encoding) : bytes;
  }

  /** Whether the header names in a file must be rewritten to the operator's brand. */
  #isRenamed({ isBranded }: SiteFile): boolean {
    return isBranded === true && this.#brand !== "service";
  }
}

function notBuilt(error: NodeJS.ErrnoException): never {
  if (error.code !== "ENOENT") throw error;
  throw new ApiError("NOT_FOUND", "The documentation is not built. The operator builds it with `npm run build`.");
}
