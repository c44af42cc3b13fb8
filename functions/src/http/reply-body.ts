import { chunksOfText, encodeInChunks } from "#platform/text/large-text";

/** JSON text of a reply; a long one as chunks of UTF-8, so that it need not be processed in a single turn. */
export type ReplyBody = string | readonly Uint8Array[];

/** Length of text, in UTF-16 units, above which a body is split into chunks. */
export const MAX_UNCHUNKED_LENGTH = 256 * 1024;

/** The body with this text. */
export function toReplyBody(text: string): ReplyBody | Promise<ReplyBody> {
  return text.length > MAX_UNCHUNKED_LENGTH ? encodeInChunks(text) : text;
}

/** Size in bytes. */
export function bytesOfBody(body: ReplyBody): number {
  return typeof body === "string" ? Buffer.byteLength(body) : body.reduce((sum, { length }) => sum + length, 0);
}

/** The body as text. Takes some ms for a long one. */
export function textOfBody(body: ReplyBody): string {
  return typeof body === "string" ? body : Buffer.concat(body).toString("utf8");
}

/** Collects JSON text, and encodes it when it has become long. */
export class BodyWriter {
  #texts: string[] = [];
  #length = 0;
  readonly #chunks: Uint8Array[] = [];

  /** Whether `encode` has work to do. */
  get isLong(): boolean {
    return this.#length > MAX_UNCHUNKED_LENGTH;
  }

  write(text: string): void {
    this.#texts.push(text);
    this.#length += text.length;
  }

  /** Encodes what was written. Takes a fraction of a ms, unless a single text is long. */
  encode(): void {
    for (const chunk of chunksOfText(this.#texts.join(""))) this.#chunks.push(Buffer.from(chunk));
    this.#texts = [];
    this.#length = 0;
  }

  /** The body of everything that was written. */
  end(): ReplyBody {
    if (this.#chunks.length === 0) return this.#texts.join("");
    this.encode();
    return this.#chunks;
  }
}
