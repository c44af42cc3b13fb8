import { findLinkCode, newLinkCode } from "@atrium/functions/domain/sessions/store/link-codes";
import { hostName, isFixedName } from "@atrium/functions/http/request/host-name";
import type { DocData, Store } from "@atrium/functions/store/port";

/** Pages on which a code opens the demo. */
export type LinkedPage = "/" | "/docs" | "/demo" | "/mail";

/**
 * Creates a link to a page with a code that can be redeemed once within `LINK_CODE_TTL`.
 * @param address of the server as the browser reaches it, such as `https://atrium.example.com`.
 * @param now ms since 1970. */
export async function issueDemoLink(store: Store, address: string, path: LinkedPage, now: number): Promise<string> {
  return linkWithCode(address, path, await issueLinkCode(store, now, hostName(new URL(address).host)));
}

/** Creates a link to the console with a code that opens a session of a workspace there. @param now ms since 1970. */
export async function issueConsoleLink(
  store: Store,
  address: string,
  session: { workspaceId: string; readOnly: boolean },
  now: number,
): Promise<string> {
  return linkWithCode(address, "/console", await newLinkCode(store, now, session));
}

/** URL of a page with a code. Browsers do not send the fragment, so the code reaches no log and no `Referer` header. */
export function linkWithCode(address: string, path: LinkedPage | "/console", code: string): string {
  return `${address}${path}#code=${code}`;
}

/** Creates the code of a link that opens the demo. @param host name of the server in the link. */
export function issueLinkCode(store: Store, now: number, host = "localhost"): Promise<string> {
  return newLinkCode(store, now, { host });
}

/** How a code is redeemed. */
export interface Redemption {
  code: string;
  /** Host name that the browser has requested. */
  host: string;
  /** Ms since 1970. */
  now: number;
  /** A document to write together with the redemption, if the code is valid. */
  record?: { path: string; data: DocData };
}

/**
 * Redeems a code for the demo. Of several calls with the same code, even in different processes, only one gets true. A
 * host other than the link's is refused, unless it is an address or `localhost`: the owner of another name could point
 * it to this machine.
 * @returns whether the code was valid.
 */
export function redeemLinkCode(store: Store, { code, host, now, record }: Redemption): Promise<boolean> {
  return store.transact(async (tx) => {
    const { purpose, take } = await findLinkCode(tx, code, now);
    take();
    if (!purpose || purpose.workspaceId !== undefined) return false;
    if (!isFixedName(host) && host !== purpose.host) return false;
    if (record) tx.create(record.path, record.data);
    return true;
  });
}
