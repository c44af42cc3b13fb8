import { readFileSync } from "node:fs";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { ensure } from "@atrium/functions/testing/harness/jest/ensure";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { world } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import { demoOf } from "../../server/src/docs/demo.ts";
import { createHttpServer } from "../../server/src/http-server.ts";
import { seed } from "../../server/testing/seeded-docs.ts";
import { importAll } from "../../server/testing/transfer.ts";
import { areasOf } from "../contract/operations.ts";
import { demoCall } from "../page/demo-call.ts";
import { requestOf } from "../page/request.ts";
import { guidePrograms } from "../testing/guide-programs.ts";
import { compile, missingFor, runPrograms } from "../testing/programs.ts";
import { recordingServer } from "../testing/recording-server.ts";
import { DEFAULT_ORIGIN } from "./call.ts";
import { clientSnippet } from "./client.ts";
import { languages } from "./languages.ts";

const contract = JSON.parse(readFileSync(new URL("../../openapi.json", import.meta.url), "utf8"));
const operations = areasOf(contract).flatMap((area) => area.operations);

/** A server with the demo world that records its requests, and the values of the credentials. */
async function recordingDemo() {
  const { context } = await world();
  await importAll(context, seed);
  const demo = await demoOf(context);
  ensure(demo);
  const app = createHttpServer(context, { docsFolder: "" });
  onTestFinished(() => app.close());
  const values: Record<string, string> = { ...demo.credentials, userToken: "a.user.token" };
  return { ...(await recordingServer(app)), demo, values };
}

for (const { id, name, write } of languages)
  testUnless(missingFor(id))(
    `every sample for ${name} sends the same request as its page, to a server with the demo world`,
    async () => {
      const { url, requests, demo, values } = await recordingDemo();
      const calls = operations.map(({ call, callers: [caller = { name: "", credentials: [] }] }) => ({
        ...demoCall(call, demo),
        caller,
      }));
      const credentials = calls.flatMap(({ caller }) => caller.credentials);
      const environment = Object.fromEntries(
        credentials.map(({ variable, scheme }) => [variable, values[scheme] ?? ""]),
      );
      const snippets = calls.map(({ caller, ...call }) =>
        write({ ...call, origin: url, credentials: caller.credentials }),
      );
      const output = await runPrograms(id, snippets, environment);
      expectWithContext(requests.length, output).toBe(calls.length);
      for (const [i, call] of calls.entries()) {
        const body = call.body === undefined ? undefined : JSON.stringify(call.body);
        const { url: address, init } = requestOf(url, { ...call, values, body });
        const request = requests[i];
        expect([request?.method, url + request?.url]).toStrictEqual([init.method, address]);
        expectWithContext(request?.body, address).toStrictEqual(init.body && JSON.parse(init.body));
        expectWithContext(request?.headers, address).toMatchObject(init.headers);
      }
      // A call may fail because a reader's earlier step is missing, but its form and its credentials must be right.
      const refused = requests.filter(({ reply }) => /INVALID_ARGUMENT|UNAUTHENTICATED|PERMISSION_DENIED/.test(reply));
      expect(refused.map(({ url: path, reply }) => `${path} ${reply}`)).toStrictEqual([]);
    },
  );

test("every sample for @atrium/client, including those of the guides, is correct TypeScript", async () => {
  const samples = operations.map(({ call, callers: [caller] }) =>
    clientSnippet({ ...call, origin: DEFAULT_ORIGIN, credentials: caller?.credentials ?? [] }),
  );
  expect(await compile([...samples, ...guidePrograms("ts").map(({ text }) => text)])).toBe("");
});

test("no sample contains anything that looks like a credential", () => {
  for (const { call, callers, page } of operations)
    for (const { write } of languages)
      for (const { credentials } of callers)
        expectWithContext(write({ ...call, origin: DEFAULT_ORIGIN, credentials }), page).not.toMatch(
          /\b(?:at|wt|whsec)_\w|YOUR_|Bearer (?!["$])|ey[JI]\w/,
        );
});
