import { once } from "node:events";
import { createServer } from "node:net";
import { EmulatorsError } from "./error.ts";
import type { EmulatorOptions } from "./options.ts";

/** The host of every emulator: only this machine can reach it. */
export const HOST = "127.0.0.1";

/** `emulators` of firebase.json. */
export type EmulatorSettings = Record<string, unknown> & {
  hosting: EmulatorAddress;
  functions: EmulatorAddress;
  tasks: EmulatorAddress;
  hub: EmulatorAddress;
  /** The address of an emulator. */
  firestore?: EmulatorAddress & { websocketPort: number };
};

interface EmulatorAddress {
  host: string;
  port: number;
}

/** The addresses in firebase.json, or with a given port, that port and the ones after it. */
export function settleAddresses(declared: EmulatorSettings, { startsFirestore, port, isPortGiven }: EmulatorOptions) {
  const { firestore, ...others } = declared;
  const settings: EmulatorSettings = startsFirestore ? declared : others;
  if (!isPortGiven) return settings;
  let next = port;
  const moved: EmulatorSettings = { ...settings, hosting: { host: HOST, port: next++ } };
  for (const [name, one] of Object.entries(settings))
    if (name !== "hosting" && isAddress(one)) moved[name] = { ...one, port: next++ };
  if (moved.firestore) moved.firestore.websocketPort = next;
  return moved;
}

/** @throws EmulatorsError naming a port that is in use. */
export async function requireFreePorts(settings: EmulatorSettings): Promise<void> {
  for (const [name, one] of Object.entries(settings)) {
    if (!isAddress(one) || (await isFree(one.port))) continue;
    const { port } = settings.hosting;
    throw new EmulatorsError(
      `Port ${one.port} (${name}) is taken on ${HOST}. Stop what uses it, or start on other ports: --port=${port + 1000}`,
    );
  }
}

function isAddress(setting: unknown): setting is EmulatorAddress {
  return typeof (setting as EmulatorAddress | undefined)?.port === "number";
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, HOST);
  try {
    await once(server, "listening");
    server.close();
    await once(server, "close");
    return true;
  } catch {
    return false;
  }
}
