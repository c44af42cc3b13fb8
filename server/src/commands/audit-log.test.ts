import { join } from "node:path";
import type { StoredAuditRecord } from "@atrium/functions/domain/audit/store/audit-log";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { dump } from "@atrium/functions/testing/harness/store/store-dump";
import { expect, test } from "@jest/globals";
import { atrium } from "../../testing/atrium.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { openData } from "../data/data-folder.ts";

async function run(data: string, ...args: string[]) {
  const { code, stdout, stderr } = await atrium([...args, "--json", "--data", data]);
  expectWithContext([code, stderr], stdout).toStrictEqual([0, ""]);
  return JSON.parse(stdout);
}

/** The audit records of a data folder, newest first. */
async function records(data: string): Promise<StoredAuditRecord[]> {
  const { store } = await openData(data);
  try {
    const paths = Object.keys(await dump(store)).filter((path) => path.includes("/auditLog/"));
    const docs = await store.getMany<StoredAuditRecord>(paths);
    return docs.flatMap((doc) => (doc ? [doc.data] : []));
  } finally {
    await store.close();
  }
}

test("changes made on the command line are recorded as the operator's, without secrets", async () => {
  const data = join(temporaryFolder(), "data");
  const { workspaceId, apiKeyId, authToken } = await run(data, "workspace", "create", "--email", "ada@example.com");
  const second = await run(data, "apikey", "create", "--workspace", workspaceId, "--name", "Staging");
  const { authToken: renewed } = await run(data, "token", "reset", "--api-key", apiKeyId);
  const { keys } = await run(data, "keys", "rotate");
  const { keys: reset } = await run(data, "keys", "reset", "--yes");
  const log = await records(data);
  expect(log.map(({ action, apiKeyId, fields }) => [action, apiKeyId, fields]).sort()).toStrictEqual([
    ["apiKey.create", second.apiKeyId, '["apiKeyName","type"]'],
    ["authToken.reset", apiKeyId, '["name"]'],
    ["signingKey.reset", undefined, "[]"],
    ["signingKey.rotate", undefined, "[]"],
    ["workspace.create", apiKeyId, '["ownerEmail"]'],
  ]);
  for (const { actor, ip, requestId } of log)
    expect([actor, ip, requestId]).toStrictEqual(["operator", undefined, undefined]);
  for (const [name, signingKeys] of [
    ["signingKey.rotate", keys],
    ["signingKey.reset", reset],
  ]) {
    const record = log.find(({ action }) => action === name);
    expect(JSON.parse(record?.targets ?? "").signingKeyId.ids).toStrictEqual(
      signingKeys.map(({ kid }: { kid: string }) => kid),
    );
  }
  const text = JSON.stringify(log);
  for (const secret of [authToken, renewed, second.authToken, "ada@example.com", "Staging"])
    expect(text).not.toContain(secret);
});
