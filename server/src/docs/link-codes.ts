import { randomBase62 } from "@atrium/functions/platform/base62";
import { hashSecret, matchesHash } from "@atrium/functions/platform/secrets";
import type { DocData, Store, StoreReader } from "@atrium/functions/store/port";

/** How long a code is valid, in ms. */
export const LINK_CODE_TTL = 5 * 60_000;

/** Maximum number of valid codes. A new one replaces the oldest. */
export const MAX_LINK_CODES = 16;

const path = "host/linkCodes";

/** Stored form of a code: its SHA-256 in hex, and its expiry in ms since 1970. */
type StoredCode = { hash: string; expiresAt: number };

/**
 * Makes a code that can be redeemed once within `LINK_CODE_TTL`. Only its hash is stored.
 * @param now ms since 1970.
 */
export async function issueLinkCode(store: Store, now: number): Promise<string> {
  const code = randomBase62();
  const issued: StoredCode = { hash: hashSecret(code), expiresAt: now + LINK_CODE_TTL };
  await store.transact(async (tx) => {
    const valid = (await readCodes(tx)).filter((stored) => isValid(stored, now));
    tx.set(path, { codes: [...valid, issued].slice(-MAX_LINK_CODES) });
  });
  return code;
}

/**
 * Redeems a code. Of several calls with the same code, even in different processes, only one gets true.
 * @param now ms since 1970.
 * @param record a document to be written with it, if the code is valid.
 * @returns whether the code was valid.
 */
export function redeemLinkCode(
  store: Store,
  code: string,
  now: number,
  record?: { path: string; data: DocData },
): Promise<boolean> {
  return store.transact(async (tx) => {
    const codes = await readCodes(tx);
    // Every hash is compared, each in constant time.
    const matching = codes.filter(({ hash }) => matchesHash(code, hash));
    tx.set(path, { codes: codes.filter((stored) => !matching.includes(stored)) });
    if (!matching.some((stored) => isValid(stored, now))) return false;
    if (record) tx.create(record.path, record.data);
    return true;
  });
}

/**
 * URL of the documentation page with the code that opens the demo. The code is in the fragment, which browsers
 * do not send: it reaches no log and no `Referer` header.
 */
export function docsLink(address: string, code: string): string {
  return `${address}/docs#code=${code}`;
}

/** Whether a code is valid. An expiry beyond the TTL means that the clock was set back. */
function isValid({ expiresAt }: StoredCode, now: number): boolean {
  return now < expiresAt && expiresAt - now <= LINK_CODE_TTL;
}

async function readCodes(reader: StoreReader): Promise<StoredCode[]> {
  return (await reader.get<{ codes: StoredCode[] }>(path))?.data.codes ?? [];
}
