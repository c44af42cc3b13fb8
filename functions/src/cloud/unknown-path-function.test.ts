import { expect, test } from "@jest/globals";
import { serveFunction } from "#testing/cloud/function-server";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { unknownPathFunction } from "./unknown-path-function.ts";

async function request(path: string, init?: RequestInit) {
  const server = await serveFunction(unknownPathFunction());
  onTestFinished(() => server.close());
  const reply = await fetch(server.url + path, init);
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
}

test("a path without an endpoint is refused in the envelope, with the path that was probably meant", async () => {
  const reply = await request("/v2/user/add", { method: "POST", headers: { "x-request-id": "mine" }, body: "{}" });
  expect(reply.status).toBe(404);
  expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(reply.headers.get("x-request-id")).toBe("mine");
  const { error } = JSON.parse(reply.text);
  expect(error).toMatchObject({ status: "NOT_FOUND", message: "There is no endpoint at this path." });
  expect(error.details.hint).toMatch(/^Did you mean \/v2\/users\/add\?/);
});

test("the root, hidden names, missing pages and methods without a body are refused in the same way", async () => {
  for (const path of ["/", "/.env", "/docs/nothing"]) {
    const { status, text } = await request(path);
    expect([path, status, JSON.parse(text).error.status]).toStrictEqual([path, 404, "NOT_FOUND"]);
  }
  expect(await request("/", { method: "HEAD" })).toMatchObject({ status: 404, text: "" });
});
