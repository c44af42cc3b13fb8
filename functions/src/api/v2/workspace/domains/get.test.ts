import { expect, test } from "@jest/globals";
import { secondProcess } from "#testing/harness/processes/second-process";
import { world } from "#testing/harness/world";

const path = "/v2/workspace/domains/get";

test("a new key has no domains, and every process returns the current ones", async () => {
  const w = await world();
  const other = secondProcess(w);
  const { message, data } = await other.ok(path, {});
  expect(message).toBe("Allowed domains retrieved successfully.");
  expect(data).toStrictEqual({ allowedDomains: [] });
  await w.ok("/v2/workspace/domains/add", { domains: ["example.com", "localhost"] });
  for (const each of [w, other])
    expect((await each.ok(path, {})).data).toStrictEqual({ allowedDomains: ["example.com", "localhost"] });
});
