import { randomBase62 } from "@atrium/functions/platform/crypto/base62";
import { hashSecret, matchesHash } from "@atrium/functions/platform/crypto/secrets";
import type { DocData, Store, StoreReader } from "@atrium/functions/store/port";
import { hostName, isFixedName } from "../http/host-name.ts";

/** How long a code is valid, in ms. */
export const LINK_CODE_TTL = 5 * 60_000;

/** Maximum number of valid codes. A new one replaces the oldest. */
export const MAX_LINK_CODES = 16;

const path = "host/linkCodes";

/** Stored form of a code: its SHA-256 in hex, its expiry in ms since 1970, and the host name of its link. */
type StoredCode = { hash: string; expiresAt: number; host?: string };

/** Pages that a code opens the demo on. */
export type LinkedPage = "/" | "/docs" | "/demo" | "/mail";

/**
 * Makes a link to a page with a code that can be redeemed once within `LINK_CODE_TTL`.
 * @param address of the server as the browser reaches it, such as `https://atrium.example.com`.
 * @param now ms since 1970.
 */
export async function issueDemoLink(store: Store, address: string, path: LinkedPage, now: number): Promise<string> {
  return demoLink(address, path, await issueLinkCode(store, now, hostName(new URL(address).host)));
}

/**
 * URL of a page with the code that opens the demo there. The code is in the fragment, which browsers
 * do not send: it reaches no log and no `Referer` header.
 */
export function demoLink(address: string, path: LinkedPage, code: string): string {
  return `${address}${path}#code=${code}`;
}

/** Makes the code of a link, of which only the hash is stored. @param host name of the server in the link. */
export async function issueLinkCode(store: Store, now: number, host = "localhost"): Promise<string> {
  const code = randomBase62();
  const issued: StoredCode = { hash: hashSecret(code), expiresAt: now + LINK_CODE_TTL, host };
  await store.transact(async (tx) => {
    const valid = (await readCodes(tx)).filter((stored) => isValid(stored, now));
    tx.set(path, { codes: [...valid, issued].slice(-MAX_LINK_CODES) });
  });
  return code;
}

/** How a code is redeemed. */
export interface Redemption {
  code: string;
  /** Host name that the browser has asked for. */
  host: string;
  /** Ms since 1970. */
  now: number;
  /** A document to be written with it, if the code is valid. */
  record?: { path: string; data: DocData };
}

/**
 * Redeems a code. Of several calls with the same code, even in different processes, only one gets true. A name other than the
 * link's is refused, unless it is an address or `localhost`: a page of others may have its name lead to this machine.
 * @returns whether the code was valid.
 */
export function redeemLinkCode(store: Store, { code, host, now, record }: Redemption): Promise<boolean> {
  return store.transact(async (tx) => {
    const codes = await readCodes(tx);
    // Every hash is compared, each in constant time.
    const matching = codes.filter(({ hash }) => matchesHash(code, hash));
    tx.set(path, { codes: codes.filter((stored) => !matching.includes(stored)) });
    if (!matching.some((stored) => isValid(stored, now) && (isFixedName(host) || host === stored.host))) return false;
    if (record) tx.create(record.path, record.data);
    return true;
  });
}

/** Whether a code is valid. An expiry beyond the TTL means that the clock was set back. */
function isValid({ expiresAt }: StoredCode, now: number): boolean {
  return now < expiresAt && expiresAt - now <= LINK_CODE_TTL;
}

async function readCodes(reader: StoreReader): Promise<StoredCode[]> {
  return (await reader.get<{ codes: StoredCode[] }>(path))?.data.codes ?? [];
}
