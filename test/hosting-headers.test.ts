import { readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { world } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import groupedFirebase from "../firebase.grouped.json" with { type: "json" };
import firebase from "../firebase.json" with { type: "json" };
import { createHttpServer } from "../server/src/http-server.ts";
import { docsFolder } from "../server/testing/built-server.ts";

/** Headers that each host sets by itself. */
const OF_THE_HOST = ["connection", "content-length", "content-type", "date", "etag", "vary", "x-request-id"];

/** The headers that hosting adds to the file at a path: of several rules for one header the last one applies. */
function hostingHeaders(path: string): Record<string, string> {
  const rules = firebase.hosting.headers.filter(({ source }) => matchesGlob(path, source));
  return Object.fromEntries(
    rules.flatMap(({ headers }) => headers.map(({ key, value }) => [key.toLowerCase(), value])),
  );
}

test("hosting serves each page and file of the build with the headers of the one-machine host", async () => {
  const { files } = JSON.parse(readFileSync(join(docsFolder, "index.json"), "utf8"));
  const { context } = await world();
  const app = createHttpServer(context, { docsFolder });
  onTestFinished(() => app.close());
  // The page at /demo is not in the cloud.
  const paths = Object.keys(files).filter((path) => path !== "/demo");
  expect(paths.length).toBeGreaterThan(100);
  for (const path of paths) {
    const { headers } = await app.inject(path);
    const own = Object.entries(headers).filter(([name]) => !OF_THE_HOST.includes(name));
    // Hosting may set more: on an asset the headers of pages have no effect.
    expect([path, hostingHeaders(path)]).toMatchObject([path, Object.fromEntries(own)]);
  }
});

test("both forms of the functions have the same headers of files", () => {
  expect(groupedFirebase.hosting.headers).toStrictEqual(firebase.hosting.headers);
});
