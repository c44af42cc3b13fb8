import { expect, test } from "@jest/globals";
import firebase from "../../../firebase.json" with { type: "json" };
import { UNKNOWN_PATH_FUNCTION } from "../cloud/unknown-path-function.ts";
import application from "./console.ts";

test("hosting serves the files without a function, and serves the page at every path below that is not a file", () => {
  expect(application).toMatchObject({ kind: "files", path: "/console", isFolder: true, isApplication: true });
  const rewrites = firebase.hosting.rewrites.filter(({ source }) => source.startsWith(application.path));
  expect(rewrites).toStrictEqual([
    { source: "/console/assets/**", function: { functionId: UNKNOWN_PATH_FUNCTION } },
    { source: "/console/**", destination: "/console/index.html" },
  ]);
});

test("in the cloud and on one machine, no page can frame it and it sends requests to its own server only", () => {
  const { headers = [] } = firebase.hosting.headers.find(({ source }) => source === "/console{,/**}") ?? {};
  const headerValues = Object.fromEntries(headers.map(({ key, value }) => [key, value]));
  expect(headerValues["X-Frame-Options"]).toBe("DENY");
  expect(headerValues["Content-Security-Policy"]).toMatch(/^default-src 'none'.*frame-ancestors 'none'/);
  expect(headerValues["Content-Security-Policy"]).not.toMatch(/unsafe|https?:|\*/);
});
