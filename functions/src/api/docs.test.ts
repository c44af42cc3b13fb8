import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import docs from "./docs.ts";

test("every file that the page loads is served, and no other site can frame the page", () => {
  const html = readFileSync(new URL("../../../server/docs/index.html", import.meta.url), "utf8");
  const loaded = [...html.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, path]) => String(path));
  expect(loaded.length).toBeGreaterThan(2);
  for (const path of loaded) expect(Object.keys(docs.files)).toContain(path);
  for (const { contentType, headers } of Object.values(docs.files))
    if (contentType.startsWith("text/html"))
      expect(headers?.["content-security-policy"]).toBe("frame-ancestors 'none'");
});
