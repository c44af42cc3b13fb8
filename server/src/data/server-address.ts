import type { UserTokenKeys } from "@atrium/functions/context";
import type { Store, StoreReader } from "@atrium/functions/store/port";
import { CommandError } from "../commands/command-error.ts";
import type { HostSettings } from "../settings/settings.ts";

const path = "host/address";

/** Where a server is reached. */
export type ServerAddress = {
  /** Where it listens, as this machine reaches it, such as `http://127.0.0.1:5050`. */
  address: string;
  /** Where browsers reach it (`ATRIUM_PUBLIC_URL`), if that is set. */
  publicUrl?: string | undefined;
};

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

/** Records for the commands where the server of this data is reached. */
export async function noteAddress(store: Store, { address, publicUrl }: ServerAddress): Promise<void> {
  await store.commit([{ op: "set", path, data: { address, ...(publicUrl && { publicUrl }) } }]);
}

/** The address that was recorded last; undefined when no server has run. */
export async function notedAddress(store: StoreReader): Promise<ServerAddress | undefined> {
  return (await store.get<ServerAddress>(path))?.data;
}

/** The address that links for browsers begin with. */
export function browserAddress({ address, publicUrl }: ServerAddress): string {
  return publicUrl ?? address;
}

/** The address of the server that runs on the data of a folder. @throws CommandError when none does. */
export async function requireServer(store: Store, keys: UserTokenKeys, folder: string): Promise<ServerAddress> {
  const server = await findServer(store, keys);
  if (!server) throw new CommandError(`No server runs on the data in ${folder}. Start it with \`npm start\`.`);
  return server;
}

/**
 * Finds the server of this data. The record may be of a server that was killed, and another program may use its
 * port: what answers there must publish a key of this data.
 * @returns undefined when no server answers.
 */
async function findServer(store: Store, keys: UserTokenKeys): Promise<ServerAddress | undefined> {
  const server = await notedAddress(store);
  if (!server) return undefined;
  try {
    const reply = await fetch(`${server.address}/.well-known/jwks.json`, { signal: AbortSignal.timeout(PATIENCE) });
    const published = (await reply.json()) as { keys: { kid: string }[] };
    return published.keys.some(({ kid }) => keys.publicKeys.has(kid)) ? server : undefined;
  } catch {
    return undefined;
  }
}
