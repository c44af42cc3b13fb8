import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { readSettings } from "../../server/src/settings/settings.ts";
import { temporaryFolder } from "../../server/testing/temporary-folder.ts";
import { greeting, unexpectedEnd } from "./greeting.ts";

const demo = {
  workspaceId: "ws_1",
  workspaceName: "Meridian Press",
  authToken: "wt_secret",
  apiKeys: [
    {
      apiKeyId: "ak_1",
      apiKeyName: "Test",
      type: "testing" as const,
      authTokens: [{ name: "Server", token: "at_secret", domains: [] }],
    },
  ],
};
const settings = readSettings({ HEADER_BRAND: "acme", PORT: "7000" });

test("on a terminal the emulators show the demo's tokens with a call that uses them", () => {
  const folder = temporaryFolder();
  const text = greeting(demo, { settings, folder, isTerminal: true });
  expect(text).toMatch(/^ {2}workspace token +wt_secret$/m);
  expect(text).toMatch(/^curl -sS http:\/\/127\.0\.0\.1:7000\/v2\//m);
  expect(text).toMatch(/'x-acme-auth-token: at_secret'/);
});

test("in a log they show no token, only a call that reads it from a file that only its owner may read", () => {
  const folder = temporaryFolder();
  const text = greeting(demo, { settings, folder, isTerminal: false });
  expect(text).not.toMatch(/secret/);
  expect(text).toMatch(/^The emulators hold the workspace Meridian Press\./);
  const [, file = ""] = /^curl -K (\S+) http:\/\/127\.0\.0\.1:7000\/v2\//m.exec(text) ?? [];
  expect(readFileSync(file, "utf8")).toMatch(/^header = "x-acme-auth-token: at_secret"$/m);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("if the emulators end by themselves, the message names the file that says why, and what is lost", () => {
  const file = join("data", "project", "firebase-debug.log");
  const lost = "What was written since the start is lost";
  expect(unexpectedEnd({ data: "data", startsFirestore: true })).toMatch(new RegExp(`${file}.*${lost}`));
  const message = unexpectedEnd({ data: "data", startsFirestore: false });
  expect(message).toContain(file);
  expect(message).not.toContain(lost);
});
