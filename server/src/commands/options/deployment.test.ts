import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { expect, test } from "@jest/globals";
import { atrium } from "../../../testing/atrium.ts";

const project = `demo-${crypto.randomUUID().slice(-12)}`;
const encryptionKey = Buffer.alloc(32, 7).toString("base64");
const create = ["workspace", "create", "--email", "ada@example.com", "--firestore", project, "--json"];

test("a command on a deployment asks for its encryption key before it opens anything", async () => {
  for (const input of ["", Buffer.alloc(31).toString("base64")]) {
    const { code, stdout, stderr } = await atrium(create, { input });
    expectWithContext(code, stderr).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toMatch(
      /^atrium: Standard input does not contain a key of 32 bytes in base64\. Pipe .*ATRIUM_ENCRYPTION_KEY/,
    );
  }
});

const onEmulator = process.env.FIRESTORE_EMULATOR_HOST ? test : test.skip;

onEmulator("a workspace, a key and a token of a deployment are created from the operator's machine", async () => {
  const run = async (args: string[]) => {
    const { code, stdout, stderr } = await atrium(args, { input: `${encryptionKey}\n` });
    expectWithContext(code, stderr).toBe(0);
    return JSON.parse(stdout);
  };
  const { workspaceId } = await run(create);
  const apiKey = await run(["apikey", "create", "--workspace", workspaceId, "--firestore", project, "--json"]);
  expect(apiKey).toMatchObject({ workspaceId, apiKeyId: expect.stringMatching(/^ak_/) });
  const reset = await run(["token", "reset", "--api-key", apiKey.apiKeyId, "--firestore", project, "--json"]);
  expect(reset.authToken).toMatch(/^at_/);
});
