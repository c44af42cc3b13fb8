import { deserialize, serialize } from "node:v8";
import { textOfBody } from "#http/reply-body";
import type { CallResponse } from "#http/response";
import { seal, unseal } from "#platform/crypto/secrets";
import type { Context } from "#src/context";
import { emptyJournal, type Journal } from "#store/journal";
import type { DocData, Transaction } from "#store/port";

/** Retention of a record, in ms. */
const RETENTION = 24 * 60 * 60 * 1000;
/** Maximum number of characters of encrypted text in one document, which holds at most 1 MiB. */
const MAX_TEXT = 900 * 1024;

/** Stored form of a record. Text that does not fit continues in further documents, `<path>-1`, `<path>-2` and so on. */
interface StoredRecord extends DocData {
  /** SHA-256 of the request's body, in hex. */
  bodyHash: string;
  /** The reply, encrypted: it may show secrets. */
  reply?: string;
  /** Instead of a reply: the encrypted journal of a partly committed call. */
  journal?: string;
  /** Number of further documents with the rest of the text. */
  further?: number;
  startedAt: number;
  /** A date, because Firestore's TTL policy requires one. */
  expireAt: Date;
}

/** Record of a call with an Idempotency-Key: its reply, or the journal of its committed part. */
export interface IdempotencyRecord {
  bodyHash: string;
  startedAt: number;
  reply?: CallResponse;
  journal: Journal;
}

/** Reads the record at a path; undefined when it does not exist or has expired. */
export async function readRecord(
  { now, encryptionKey }: Pick<Context, "now" | "encryptionKey">,
  reader: Pick<Transaction, "get" | "getMany">,
  path: string,
): Promise<IdempotencyRecord | undefined> {
  const record = (await reader.get<StoredRecord>(path))?.data;
  if (!record || record.expireAt.getTime() <= now()) return undefined;
  const { bodyHash, startedAt, reply, journal } = record;
  const rest = record.further ? await reader.getMany<{ text: string }>(furtherPaths(path, record.further)) : [];
  const open = (text: string) => unseal(encryptionKey, [text, ...rest.map((doc) => doc?.data.text ?? "")].join(""));
  if (reply !== undefined) return { bodyHash, startedAt, reply: JSON.parse(open(reply)), journal: emptyJournal() };
  return { bodyHash, startedAt, journal: journal === undefined ? emptyJournal() : toJournal(open(journal)) };
}

/** Writes the record in the transaction of the call. The journal is stored only while there is no reply. */
export function writeRecord(
  { encryptionKey }: Pick<Context, "encryptionKey">,
  tx: Transaction,
  path: string,
  { bodyHash, startedAt, reply, journal }: IdempotencyRecord,
): void {
  const text = seal(encryptionKey, reply ? replyText(reply) : serialize(journal).toString("base64"));
  const expireAt = new Date(startedAt + RETENTION);
  const first = text.slice(0, MAX_TEXT);
  const rest = Array.from({ length: Math.ceil(text.length / MAX_TEXT) - 1 }, (_, i) =>
    text.slice((i + 1) * MAX_TEXT, (i + 2) * MAX_TEXT),
  );
  tx.set(path, {
    bodyHash,
    startedAt,
    expireAt,
    ...(reply ? { reply: first } : { journal: first }),
    ...(rest.length > 0 && { further: rest.length }),
  } satisfies StoredRecord);
  furtherPaths(path, rest.length).forEach((further, i) => {
    tx.set(further, { text: rest[i], expireAt });
  });
}

function replyText({ body, ...reply }: CallResponse): string {
  return JSON.stringify({ ...reply, body: textOfBody(body) });
}

function furtherPaths(path: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${path}-${i + 1}`);
}

function toJournal(text: string): Journal {
  return deserialize(Buffer.from(text, "base64"));
}
