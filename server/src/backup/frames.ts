import { createCipheriv, createDecipheriv } from "node:crypto";

/** Bytes of plain text in every frame except the last, which has fewer. */
export const FRAME = 256 * 1024;
/** Bytes that sealing adds to each frame. */
export const TAG = 16;
const CIPHER = "aes-256-gcm";

/**
 * Seals the frames of one file with AES-256-GCM. Swapping, omitting or cutting off frames is detected: each frame is
 * bound to its number, to whether it is the last, and to the file's head.
 */
export class FrameSealer {
  readonly #key: Uint8Array;
  readonly #head: Uint8Array;
  #number = 0;

  /** @param key 32 bytes, used only for this file: the nonce is the frame's number. */
  constructor(key: Uint8Array, head: Uint8Array) {
    this.#key = key;
    this.#head = head;
  }

  seal(plain: Uint8Array, isLast: boolean): Buffer {
    const cipher = createCipheriv(CIPHER, this.#key, nonce(this.#number++));
    cipher.setAAD(additional(this.#head, isLast));
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  }

  /** @returns undefined if the frame is not the one that was sealed at this place. */
  open(sealed: Buffer, isLast: boolean): Buffer | undefined {
    if (sealed.length < TAG) return undefined;
    const decipher = createDecipheriv(CIPHER, this.#key, nonce(this.#number++), { authTagLength: TAG });
    decipher.setAAD(additional(this.#head, isLast));
    decipher.setAuthTag(sealed.subarray(sealed.length - TAG));
    const plain = decipher.update(sealed.subarray(0, sealed.length - TAG));
    try {
      decipher.final();
      return plain;
    } catch {
      return undefined;
    }
  }
}

function nonce(number: number): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeBigUInt64BE(BigInt(number), 4);
  return bytes;
}

function additional(head: Uint8Array, isLast: boolean): Buffer {
  return Buffer.concat([head, Buffer.of(isLast ? 1 : 0)]);
}

/** Splits the bytes into chunks of one frame each; the last chunk is shorter, possibly empty. */
export async function* inFrames(source: AsyncIterable<Buffer>): AsyncGenerator<{ plain: Buffer; isLast: boolean }> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < FRAME) continue;
    let rest = Buffer.concat(waiting);
    for (; rest.length >= FRAME; rest = rest.subarray(FRAME)) yield { plain: rest.subarray(0, FRAME), isLast: false };
    waiting = [rest];
    size = rest.length;
  }
  yield { plain: Buffer.concat(waiting), isLast: true };
}
