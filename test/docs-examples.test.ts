import { readFileSync } from "node:fs";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import type { World } from "@atrium/functions/testing/harness/world";
import { expect } from "@jest/globals";
import type { Page } from "playwright-core";
import { issueLinkCode, linkWithCode } from "../server/src/docs/link-codes.ts";
import { browserOfFile, noBrowser } from "../server/testing/browser.ts";
import { docsFolder } from "../server/testing/built-server.ts";
import { openSession } from "../server/testing/docs-session.ts";
import { servingSeededDocs } from "../server/testing/seeded-docs.ts";
import { areasOf, type Operation } from "../site/contract/operations.ts";
import { demoCall } from "../site/page/demo-call.ts";
import { requestOf } from "../site/page/request.ts";
import { json, literal } from "../site/snippets/literal.ts";

const openBrowser = browserOfFile();

const contract = JSON.parse(readFileSync(new URL("../openapi.json", import.meta.url), "utf8"));
const operations = areasOf(contract).flatMap((area) => area.operations);
type PageRequest = ReturnType<typeof requestOf>;

/** The request that a documentation page's form sends if nothing is changed. */
function pageRequest(url: string, { call, callers: [caller] }: Operation, demo: Parameters<typeof demoCall>[1]) {
  const { body, ...rest } = demoCall(call, demo);
  if (!caller) throw new Error(`${call.path} has no caller.`);
  const text = body === undefined ? undefined : literal(body, json);
  return requestOf(url, { ...rest, caller, values: demo.credentials, body: text });
}

/** Sends a request from the page, under its content security policy. For a stream, it waits for the first event. */
function send(page: Page, request: PageRequest): Promise<{ status: number; text: string }> {
  return page.evaluate(`(async ({ url, init }) => {
    const reply = await fetch(url, init);
    const isStream = reply.headers.get("content-type")?.startsWith("text/event-stream");
    const text = isStream ? new TextDecoder().decode((await reply.body.getReader().read()).value) : await reply.text();
    return { status: reply.status, text };
  })(${JSON.stringify(request)})`);
}

/** Runs the jobs that a call has started. */
async function settle(w: World): Promise<void> {
  for (let step = 0; step < 2; step++) {
    w.advance(3000);
    await w.drain();
  }
}

testUnless(noBrowser)(
  "every example in the documentation succeeds on a new demo, twice, in the order of the pages",
  async () => {
    const { w, url } = await servingSeededDocs({ docsFolder });
    const demo = await openSession(url, await issueLinkCode(w.context.store, w.context.now()));
    const page = await (await openBrowser()).newPage();
    await page.goto(`${url}/docs`);
    const resources = [{ type: "organization", id: demo.names.acme, accessRole: "viewer" }];
    const tenant = { apiKeyId: demo.credentials.apiKey, authToken: demo.credentials.authToken };
    const userProperties = { name: "Amélie", email: String(demo.names.ada) };
    const data = { userId: demo.names.ada, userProperties, permissions: { resources } };
    const token = await w.ok("/v2/auth/generate_token", data, { tenant: { ...w.tenant, ...tenant } });
    const filled = { ...demo, credentials: { ...demo.credentials, userToken: token.data.token } };
    expect(operations.filter(({ event }) => event).length).toBeGreaterThan(50);
    expect(operations.length).toBeGreaterThan(200);
    const failures: string[] = [];
    for (const pass of ["first", "second"])
      for (const operation of operations) {
        const request = pageRequest(url, operation, filled);
        const { status, text } = await send(page, request);
        if (status !== 200 || text.includes('"success":false'))
          failures.push(`${operation.page}, ${pass} pass: ${request.init.body} was answered ${status} ${text}`);
        // The page does the same after this call.
        if (operation.call.path.endsWith("/endpoints/delete"))
          expect((await send(page, { url: `${url}/docs/demo`, init: request.init })).status).toBe(204);
        await settle(w);
      }
    expect(failures).toStrictEqual([]);
  },
);

testUnless(noBrowser)(
  "the page of an event sends it to a webhook endpoint, with the request tested above",
  async () => {
    const { w, url } = await servingSeededDocs({ docsFolder });
    const newCode = () => issueLinkCode(w.context.store, w.context.now());
    const demo = await openSession(url, await newCode());
    const page = await (await openBrowser()).newPage();
    await page.goto(linkWithCode(url, "/docs", await newCode()));
    await page.getByText("are filled in with the demo workspace").waitFor();
    const event = operations.find((operation) => operation.event === "comment.add") as Operation;
    await page.goto(url + event.page);
    const nextRequest = page.waitForRequest((request) => request.method() === "POST");
    await page.getByRole("button", { name: "Send" }).click();
    const request = await nextRequest;
    const { url: address, init } = pageRequest(url, event, demo);
    expect([request.url(), request.postData()]).toStrictEqual([address, init.body]);
    expect(request.headers()).toMatchObject(init.headers);
    await page.getByRole("heading", { name: "200 " }).waitFor();
    await w.drain();
    const [delivery] = w.receivers.calls;
    expect([delivery?.url, delivery?.json.event]).toStrictEqual(["http://127.0.0.1:5050/docs/hook", "comment.add"]);
  },
);
