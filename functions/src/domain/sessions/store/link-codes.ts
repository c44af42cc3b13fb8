import { randomBase62 } from "#platform/crypto/base62";
import { hashSecret, matchesHash } from "#platform/crypto/secrets";
import type { Store, StoreReader, Transaction } from "#store/port";

/** How long a code is valid, in ms. */
export const LINK_CODE_TTL = 5 * 60_000;

/** Maximum number of valid codes. A new one replaces the oldest. */
export const MAX_LINK_CODES = 16;

const path = "host/linkCodes";

/** What the code of a link may be used for. */
export type LinkPurpose = {
  /** Host name of the server in the link. */
  host?: string;
  /** The workspace of the session that the code starts; omitted if the code opens the demo. */
  workspaceId?: string;
  /** Whether that session may only read. */
  readOnly?: boolean;
};

/** Stored form of a code: its SHA-256 in hex, its expiry in ms since 1970, and its purpose. */
type StoredCode = LinkPurpose & { hash: string; expiresAt: number };

/**
 * Creates a code that can be redeemed once within `LINK_CODE_TTL`; only its hash is stored.
 * @param now ms since 1970.
 */
export async function newLinkCode(store: Store, now: number, purpose: LinkPurpose): Promise<string> {
  const code = randomBase62();
  const issued: StoredCode = { ...purpose, hash: hashSecret(code), expiresAt: now + LINK_CODE_TTL };
  await store.transact(async (tx) => {
    const valid = (await readCodes(tx)).filter((storedCode) => isValid(storedCode, now));
    tx.set(path, { codes: [...valid, issued].slice(-MAX_LINK_CODES) });
  });
  return code;
}

/** A code as found by a transaction. */
interface FoundLinkCode {
  /** Omitted if the code is not valid. */
  purpose: LinkPurpose | undefined;
  /** Removes the code, valid or not, so that no other transaction finds it. */
  take(): void;
}

/**
 * Finds a code. If several transactions take the same code, even in different processes, one commits.
 * @param now ms since 1970.
 */
export async function findLinkCode(tx: Transaction, code: string, now: number): Promise<FoundLinkCode> {
  const codes = await readCodes(tx);
  // Every hash is compared, each in constant time.
  const matching = codes.filter(({ hash }) => matchesHash(code, hash));
  return {
    purpose: matching.find((storedCode) => isValid(storedCode, now)),
    take: () => tx.set(path, { codes: codes.filter((storedCode) => !matching.includes(storedCode)) }),
  };
}

/** Whether a code is valid. An expiry beyond the TTL means that the clock was set back. */
function isValid({ expiresAt }: StoredCode, now: number): boolean {
  return now < expiresAt && expiresAt - now <= LINK_CODE_TTL;
}

async function readCodes(reader: StoreReader): Promise<StoredCode[]> {
  return (await reader.get<{ codes: StoredCode[] }>(path))?.data.codes ?? [];
}
