import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { atrium } from "../../testing/atrium.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { visibleText } from "../log/visible-text.ts";

test("a name with terminal control characters is printed as visible text, and with --json as escape sequences", async () => {
  const data = join(temporaryFolder(), "data");
  const owner = ["--name", "Meridian Press", "--email", "ada@meridian.example"];
  const newWorkspace = JSON.parse((await atrium(["workspace", "create", ...owner, "--json", "--data", data])).stdout);
  const name = "a\u001b[2J\u009b1mb\u202ec";
  const workspace = ["--workspace", newWorkspace.workspaceId];
  expect((await atrium(["apikey", "create", ...workspace, "--name", name, "--data", data])).code).toBe(0);
  const list = async (...options: string[]) => (await atrium(["apikey", "list", ...options, "--data", data])).stdout;
  expect(await list()).toContain("a�[2J�1mb�c ");
  const json = (await list("--json")).trimEnd();
  expect(JSON.parse(json).apiKeys).toContainEqual(expect.objectContaining({ apiKeyName: name }));
  expect(visibleText(json)).toBe(json);
});

test("a name with line breaks stays on its line, so nobody can make up rows of `apikey list` and `credentials`", async () => {
  const data = join(temporaryFolder(), "data");
  const name = "Staging\r\n\nMeridian Press\n  auth token       at_of_somebody_else";
  const owner = ["--workspace-name", name, "--email", "ada@meridian.example"];
  const workspace = await atrium(["workspace", "create", ...owner, "--json", "--data", data]);
  const { workspaceId } = JSON.parse(workspace.stdout);
  await atrium(["apikey", "create", "--workspace", workspaceId, "--name", name, "--data", data]);
  const rowsOf = async (...command: string[]) =>
    (await atrium([...command, "--data", data])).stdout.trimEnd().split("\n");
  // The heading and two keys.
  expect(await rowsOf("apikey", "list")).toHaveLength(3);
  // The name, the workspace and its token, and two keys with a token each.
  expect(await rowsOf("credentials")).toHaveLength(7);
});

test("a key for a workspace that does not exist is refused with the id and a pointer to the list of workspaces", async () => {
  const data = join(temporaryFolder(), "data");
  await atrium(["workspace", "create", "--email", "ada@meridian.example", "--data", data]);
  const { code, stderr } = await atrium(["apikey", "create", "--workspace", "ws_no", "--data", data]);
  expect(code).toBe(1);
  expect(stderr).toContain("There is no workspace ws_no. `npx atrium credentials` lists all of them.");
});
