import { resolve } from "node:path";
import type { UserTokenKeys } from "@atrium/functions/context";
import type { Store, StoreReader } from "@atrium/functions/store/port";
import { CommandError } from "../commands/command-error.ts";
import type { HostSettings } from "../settings/settings.ts";

const path = "host/address";

/** Addresses at which a server can be reached. */
export type ServerAddress = {
  /** Address on this machine, such as `http://127.0.0.1:5050`. */
  address: string;
  /** Address for browsers (`ATRIUM_PUBLIC_URL`), if it is set. */
  publicUrl?: string | undefined;
};

/** Time limit for a server's reply to the command line, in ms. */
const PATIENCE = 3000;

/** The address at which the operator reaches a server on this machine. */
export function localAddress({ host }: HostSettings, port: number): string {
  return addressOf(host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host, port);
}

/** A host and a port as a URL. */
export function addressOf(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Records the address of this data's server, for commands. */
export async function recordAddress(store: Store, { address, publicUrl }: ServerAddress): Promise<void> {
  await store.commit([{ op: "set", path, data: { address, ...(publicUrl && { publicUrl }) } }]);
}

/** The address that was recorded last; undefined if no server has run. */
export async function recordedAddress(store: StoreReader): Promise<ServerAddress | undefined> {
  return (await store.get<ServerAddress>(path))?.data;
}

/** The address with which links for browsers begin. */
export function browserAddress({ address, publicUrl }: ServerAddress): string {
  return publicUrl ?? address;
}

/** The address of the server that runs on the data of a folder. @throws CommandError if none does. */
export async function requireServer(store: Store, keys: UserTokenKeys, folder: string): Promise<ServerAddress> {
  const server = await findServer(store, keys);
  if (!server) throw new CommandError(`No server runs on the data in ${resolve(folder)}. Start it with \`npm start\`.`);
  return server;
}

/**
 * Finds the server of this data. The recorded server may have been killed, and another program may use its port: so
 * whatever answers there must publish a key of this data.
 * @returns undefined if no server answers.
 */
async function findServer(store: Store, keys: UserTokenKeys): Promise<ServerAddress | undefined> {
  const server = await recordedAddress(store);
  if (!server) return undefined;
  try {
    const reply = await fetch(`${server.address}/.well-known/jwks.json`, { signal: AbortSignal.timeout(PATIENCE) });
    const published = (await reply.json()) as { keys: { kid: string }[] };
    return published.keys.some(({ kid }) => keys.publicKeys.has(kid)) ? server : undefined;
  } catch {
    return undefined;
  }
}
