import { randomBase62 } from "@atrium/functions/platform/base62";
import { hashSecret, matchesHash } from "@atrium/functions/platform/secrets";
import type { Store, StoreReader } from "@atrium/functions/store/port";

/** How long a code is valid, in ms. */
export const LINK_CODE_TTL = 5 * 60_000;

/** Codes that are valid at the same time, at most. A further one takes the place of the oldest. */
export const MAX_LINK_CODES = 16;

const path = "host/linkCodes";

/** A code as it is stored: its SHA-256 in hex, and until when it is valid, in ms since 1970. */
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
 * Uses up a code. Of several calls with the same code, also in different processes, one gets true.
 * @param now ms since 1970.
 * @returns whether the code was valid.
 */
export function redeemLinkCode(store: Store, code: string, now: number): Promise<boolean> {
  return store.transact(async (tx) => {
    const codes = await readCodes(tx);
    // Each hash is compared in constant time, and all of them are.
    const matching = codes.filter(({ hash }) => matchesHash(code, hash));
    if (matching.length === 0) return false;
    tx.set(path, { codes: codes.filter((stored) => !matching.includes(stored)) });
    return matching.some((stored) => isValid(stored, now));
  });
}

/**
 * The documentation page at an address, with the code that opens the demo. The code stands in the fragment, which browsers
 * send to nobody: it reaches no log and no `Referer` header.
 */
export function docsLink(address: string, code: string): string {
  return `${address}/docs#code=${code}`;
}

/** A code that seems to last longer than any code does was issued before the clock was set back. */
function isValid({ expiresAt }: StoredCode, now: number): boolean {
  return now < expiresAt && expiresAt - now <= LINK_CODE_TTL;
}

async function readCodes(reader: StoreReader): Promise<StoredCode[]> {
  return (await reader.get<{ codes: StoredCode[] }>(path))?.data.codes ?? [];
}
