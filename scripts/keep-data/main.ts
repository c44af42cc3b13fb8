// `node scripts/keep-data/main.ts`: archives a data folder of this version, to test that later versions can open it.
// Run it when the format of the data file or the stored shapes change; archives of earlier formats are kept.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FORMAT } from "@atrium/functions/store/sqlite/format";
import { type KeptCall, type KeptData, writeKeptData } from "../../server/testing/kept-data.ts";
import { type KeptService, serveData } from "../../server/testing/kept-service.ts";
import { afterDeletion, type Call, deletion, reads, writes } from "./calls.ts";

/** The current time of the data. */
const AT = Date.UTC(2026, 0, 5, 9);

const folder = mkdtempSync(join(tmpdir(), "atrium-keep-data-"));
try {
  const file = writeKeptData(await fill(folder));
  console.log(`${file} (${Math.round(statSync(file).size / 1024)} KiB)`);
} finally {
  rmSync(folder, { recursive: true });
}

/**
 * Fills the folder with records of every topic, and leaves it as if a server had been stopped with a task in its queue.
 */
async function fill(folder: string): Promise<KeptData> {
  const service = await serveData(folder, AT);
  const { apiKey, credentials } = await newTenant(service);
  const send = async ({ path, data, as }: Call): Promise<object> => {
    const { status, body } = await service.post(path, data, credentials[as]);
    const isWhole = status === 200 && !JSON.stringify(body).includes('"success":false');
    if (!isWhole) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    return body.result.data ?? {};
  };
  for (const call of writes(apiKey)) await send(call);
  await service.queue.drain();
  const answered: KeptCall[] = [];
  for (const call of reads(apiKey)) answered.push({ ...call, reply: await send(call) });
  // From here on, the queue starts no tasks.
  await service.queue.stop(0);
  await send(deletion);
  const { body } = await service.post(afterDeletion.path, afterDeletion.data, credentials.apiKey);
  await service.close();
  return {
    format: FORMAT,
    at: AT,
    files: Object.fromEntries(
      readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString("base64")]),
    ),
    credentials,
    reads: answered,
    afterQueuedTask: { ...afterDeletion, reply: body.result.data },
  };
}

/** A workspace with a key, and a token for its user `lin`. */
async function newTenant(service: KeptService) {
  const call = async (path: string, data: object, headers = {}) => {
    const { status, body } = await service.post(path, data, headers);
    if (status !== 200) throw new Error(`${path} answered ${JSON.stringify(body)}`);
    return body.result.data;
  };
  const { id, authToken, apiKeyList } = await call("/v2/workspace/create", { ownerEmail: "ada@example.com" });
  const [apiKey = ""] = Object.keys(apiKeyList);
  const workspace = { "x-service-workspace-id": id, "x-service-workspace-auth-token": authToken };
  const { authTokens } = await call("/v2/workspace/authtokens/get", { apiKey }, workspace);
  const byKey = { "x-service-api-key": apiKey, "x-service-auth-token": authTokens[0].token };
  const userProperties = { name: "Lin Wei", email: "lin@example.com" };
  const user = { userId: "lin", userProperties, permissions: { resources: [] } };
  const { token } = await call("/v2/auth/generate_token", user, byKey);
  return { apiKey, credentials: { apiKey: byKey, workspace, user: { authorization: `Bearer ${token}` } } };
}
