import { execFileSync } from "node:child_process";
import { firestoreStore } from "@atrium/functions/store/firestore/adapter";
import { tree } from "@atrium/functions/store/tree";
import { discover, environmentOf, serveFunction } from "@atrium/functions/testing/cloud/deployed-function";
import { clientOf } from "@atrium/functions/testing/firestore/memory";
import { firestoreServer } from "@atrium/functions/testing/firestore/server";
import { indexes } from "@atrium/functions/testing/harness/store/test-store";
import { world } from "@atrium/functions/testing/harness/world";
import { buildArtifact } from "../artifact.ts";
import type { Figure, Outcome } from "../figure.ts";

const MOST = 130;
const PROJECT = "demo-bench";
const body = { data: { organizationId: "acme", users: [{ userId: "ada", name: "Ada", email: "ada@example.com" }] } };

/** Resident memory of a process that serves one deployed function, after its first request, a write. */
export const functionMemory: Figure = {
  id: "function-memory",
  title: "resident memory of a function after its first request",
  target: `< ${MOST} MB`,
  async run(): Promise<Outcome> {
    const folder = await buildArtifact();
    const database = await firestoreServer();
    const firestore = clientOf(database.address, PROJECT);
    const { context, tenant } = await world({
      wrapStore: () => firestoreStore({ firestore, tree, indexes, hasLocalIndexes: true }),
    });
    const surroundings = { firestore: database.address, projectId: PROJECT, encryptionKey: context.encryptionKey };
    const served = await serveFunction(
      folder,
      "v2.users.add",
      await environmentOf(await discover(folder), surroundings),
    );
    const reply = await fetch(`${served.url}/v2/users/add`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-service-api-key": tenant.apiKeyId,
        "x-service-auth-token": tenant.authToken,
      },
      body: JSON.stringify(body),
    });
    const text = await reply.text();
    const rss = execFileSync("ps", ["-o", "rss=", "-p", String(served.process.pid)], { encoding: "utf8" });
    await served.stop();
    await firestore.terminate();
    await database.close();
    if (!reply.ok) throw new Error(`The function answered ${reply.status} ${text}`);
    const value = Number(rss) / 1024;
    return { product: { value, unit: "MB" }, met: value < MOST };
  },
};
