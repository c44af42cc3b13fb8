import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expect, test } from "@jest/globals";
import { fine, type Scripted, scriptedServer } from "../testing/scripted-server.ts";
import { servedWorld } from "../testing/served-world.ts";
import { createClient } from "./create-client.ts";
import type { ClientOptions } from "./options.ts";

const place = { organizationId: "acme" };

/** A response that names ignored fields. @param brand the middle of the header's name. */
const ignoring = (names: string, brand = "service"): Scripted => ({
  ...(fine as object),
  headers: { [`x-${brand}-ignored-fields`]: names },
});

/** A client of a server with scripted responses, and its warnings. */
async function scripted(answers: Scripted[], options: Partial<ClientOptions> = {}) {
  const { baseUrl } = await scriptedServer(...answers);
  const warned: string[] = [];
  const logger = { warn: (text: string) => void warned.push(text) };
  return { warned, atrium: createClient({ baseUrl, apiKey: "ak_1", authToken: "at_1", logger, ...options }) };
}

function inEnvironment(name: string): void {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = name;
  onTestFinished(() => {
    process.env.NODE_ENV = before;
  });
}

test("a warning names each field that the server ignores, once per endpoint", async () => {
  const { atrium, warned } = await scripted([ignoring("searchKey, filters"), ignoring("searchKey")]);
  await atrium.users.get(place);
  await atrium.users.get(place);
  await atrium.organizations.folders.get(place);
  expect(warned.map((text) => text.replace(/\. Is.*/, ""))).toStrictEqual([
    "Atrium: /v2/users/get ignored the field searchKey",
    "Atrium: /v2/users/get ignored the field filters",
    "Atrium: /v2/organizations/folders/get ignored the field searchKey",
  ]);
});

test("the warning reads the header under any brand, and decodes names", async () => {
  const { atrium, warned } = await scripted([ignoring("gr%C3%B6%C3%9Fe", "acme")], { headerBrand: "acme" });
  await atrium.users.get(place);
  expect(warned[0]).toMatch(/the field größe\./);
});

test("a reply of a real server leads to a warning, and a call without unknown fields to none", async () => {
  const { key } = await servedWorld();
  const warned: string[] = [];
  const atrium = createClient({ ...key, logger: { warn: (text: string) => void warned.push(text) } });
  await atrium.users.get(place);
  expect(warned).toStrictEqual([]);
  await atrium.users.get({ ...place, nickname: "ada" } as typeof place);
  expect(warned.length).toBe(1);
  expect(warned[0]).toMatch(/\/v2\/users\/get ignored the field nickname\. Is it misspelt/);
});

test("in production there is no warning", async () => {
  inEnvironment("production");
  const { atrium, warned } = await scripted([ignoring("searchKey")]);
  await atrium.users.get(place);
  expect(warned).toStrictEqual([]);
});

test("a logger that throws, or a header that can't be parsed, does not break the call", async () => {
  const logger = {
    warn: () => {
      throw new Error("The disk is full.");
    },
  };
  const failing = await scripted([ignoring("searchKey")], { logger });
  expect((await failing.atrium.users.get(place)).message).toBe("Done.");
  const unreadable = await scripted([ignoring("%E0%A4%A")]);
  expect((await unreadable.atrium.users.get(place)).message).toBe("Done.");
});

test("a client warns at most 100 times, since field names may be derived from data", async () => {
  const names = Array.from({ length: 150 }, (_, i) => `field${i}`).join(", ");
  const { atrium, warned } = await scripted([ignoring(names)]);
  await atrium.users.get(place);
  expect(warned.length).toBe(100);
});
