import type { UserTokenKeys } from "@atrium/functions/context";
import type { Store, StoreReader } from "@atrium/functions/store/port";
import { CommandError } from "../commands/command-error.ts";
import type { HostSettings } from "../settings/settings.ts";

const path = "host/address";

/** Time limit for a server's reply to the command line, ms. */
const PATIENCE = 3000;

/** The address of a server as its operator reaches it on this machine. */
export function localAddress({ host }: HostSettings, port: number): string {
  return addressOf(host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host, port);
}

/** A host and a port as a URL. */
export function addressOf(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Records for `requireServer` where the server of this data listens. */
export async function noteAddress(store: Store, address: string): Promise<void> {
  await store.commit([{ op: "set", path, data: { address } }]);
}

/** The address that was recorded last; undefined when no server has run. */
export async function notedAddress(store: StoreReader): Promise<string | undefined> {
  return (await store.get<{ address: string }>(path))?.data.address;
}

/** The address of the server that runs on the data of a folder. @throws CommandError when none does. */
export async function requireServer(store: Store, keys: UserTokenKeys, folder: string): Promise<string> {
  const address = await findServer(store, keys);
  if (!address) throw new CommandError(`No server runs on the data in ${folder}. Start it with \`npm start\`.`);
  return address;
}

/**
 * Finds the server of this data. The record may be of a server that was killed, and another program may use its
 * port: what answers there must publish a key of this data.
 * @returns undefined when no server answers.
 */
async function findServer(store: Store, keys: UserTokenKeys): Promise<string | undefined> {
  const address = await notedAddress(store);
  if (address === undefined) return undefined;
  try {
    const reply = await fetch(`${address}/.well-known/jwks.json`, { signal: AbortSignal.timeout(PATIENCE) });
    const published = (await reply.json()) as { keys: { kid: string }[] };
    return published.keys.some(({ kid }) => keys.publicKeys.has(kid)) ? address : undefined;
  } catch {
    return undefined;
  }
}
