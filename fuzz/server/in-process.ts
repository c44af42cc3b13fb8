import type { AddressInfo } from "node:net";
import { world } from "@atrium/functions/testing/harness/world";
import { createHttpServer } from "../../server/src/http-server.ts";
import { REQUESTS_PER_TENANT } from "../fuzz.ts";
import type { FuzzRequest } from "../requests/wire.ts";
import { Wire } from "../requests/wire.ts";
import { type FuzzTenant, newTenant } from "./tenants.ts";

/** A server to fuzz. */
export interface Target {
  url: string;
  tenants: FuzzTenant[];
  send(request: FuzzRequest): ReturnType<Wire["send"]>;
  /** Runs the background work of requests. @returns the first fault that was logged. */
  settle(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** The number of tenants for this many requests. */
export function tenantsFor(count: number): number {
  return Math.ceil(count / REQUESTS_PER_TENANT) + 1;
}

/** How long to wait for a response if the store is in a Firestore emulator, in ms: some replies wait for a slow job. */
const EMULATOR_PATIENCE = 300_000;

/** The one-machine HTTP server in this process, with a store in memory. Its outbound calls go to a stub. */
export async function inProcess(count: number): Promise<Target> {
  const w = await world();
  const tenants: FuzzTenant[] = [];
  for (let i = 0; i < tenantsFor(count); i++) tenants.push(await newTenant(w.context, i));
  const app = createHttpServer(w.context);
  await app.listen({ host: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const wire = new Wire(url, w.context.store.kind === "firestore" ? EMULATOR_PATIENCE : undefined);
  return {
    url,
    tenants,
    send: (request) => wire.send(request),
    async settle() {
      await w.drain();
      w.receivers.calls.length = 0;
      const [fault] = w.logged.splice(0).filter(({ level }) => level === "error");
      const error = fault?.fields.err;
      return (
        fault &&
        `a fault in the log: ${fault.message} ${error instanceof Error ? error.stack : JSON.stringify(fault.fields)}`
      );
    },
    async close() {
      wire.close();
      await app.close();
      await w.context.store.close();
    },
  };
}
