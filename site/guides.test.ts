import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { createClient } from "@atrium/client";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { expect, test } from "@jest/globals";
import { atrium } from "../server/testing/atrium.ts";
import { startDemoServer } from "../server/testing/running-server.ts";
import { temporaryFolder } from "../server/testing/temporary-folder.ts";
import { readGuides, readOperatorGuides } from "./guides.ts";
import { markdown } from "./pages/markdown.ts";
import { DEFAULT_ORIGIN } from "./snippets/call.ts";
import { guidePrograms } from "./testing/guide-programs.ts";
import { missingFor, runProgram } from "./testing/programs.ts";

const contract = JSON.parse(readFileSync(new URL("../openapi.json", import.meta.url), "utf8"));

/** A server with the demo world, and the environment that the guides tell the reader to set up. */
async function demoServer() {
  const dataFolder = temporaryFolder();
  const server = await startDemoServer(dataFolder);
  onTestFinished(() => server.end());
  const { stdout } = await atrium(["credentials", "--env", "--data", dataFolder]);
  const environment = Object.fromEntries(
    [...stdout.matchAll(/export (\w+)='(.*)'/g)].map(([, name, value]) => [name, value]),
  );
  const old = {
    OLD_URL: server.url,
    OLD_API_KEY: environment.ATRIUM_API_KEY,
    OLD_AUTH_TOKEN: environment.ATRIUM_AUTH_TOKEN,
  };
  return { url: server.url, environment: { ...environment, ...old } };
}

/** A port on which nothing listens. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" ? String(address?.port) : "";
}

for (const language of ["ts", "sh", "py"] as const)
  testUnless(missingFor(language))(
    `the samples of every guide run and print what their comments say: ${language}`,
    async () => {
      const { url, environment } = await demoServer();
      const programs = guidePrograms(language);
      expect(programs.length).toBeGreaterThan(5);
      for (const { guide, text, prints, replies } of programs) {
        const program = text.replaceAll(DEFAULT_ORIGIN, url).replaceAll("3010", await freePort());
        // A program that listens and does not close never ends by itself.
        const until = program.includes(".listen(") && !program.includes(".close(") ? prints : [];
        const output = await runProgram(language, program, { environment, until });
        const lines = output.split("\n");
        for (const line of prints) expectWithContext(lines, `${guide}: ${output}`).toContain(line);
        if (language !== "sh") continue;
        const answers = repliesIn(output);
        for (const reply of replies) expect(answers).toContainEqual(atLeast(reply));
        const errors = answers.filter((answer) => "error" in answer);
        expectWithContext(errors.length, output).toBe(replies.filter((reply) => "error" in reply).length);
      }
      expect((await endpointsOf(url, environment)).filter((one) => one.endsWith("/hook"))).toStrictEqual([]);
    },
  );

/** URLs of the webhook endpoints of the API key in the environment. */
async function endpointsOf(url: string, environment: Record<string, string | undefined>): Promise<string[]> {
  const { ATRIUM_API_KEY: apiKey = "", ATRIUM_AUTH_TOKEN: authToken = "" } = environment;
  const atrium = createClient({ baseUrl: url, apiKey, authToken });
  const { data } = await atrium.workspace.advancedwebhook.endpoints.get();
  return data.endpoints.map((endpoint) => endpoint.url);
}

testUnless(missingFor("ts") || missingFor("sh") || missingFor("py"))(
  "the samples about idempotency keys work in all languages, one after another on the same data",
  async () => {
    const { url, environment } = await demoServer();
    for (const language of ["ts", "sh", "py"] as const) {
      const sample = guidePrograms(language).find(({ guide }) => guide.endsWith("/idempotency"));
      const { text = "", prints = [] } = sample ?? {};
      const output = await runProgram(language, text.replaceAll(DEFAULT_ORIGIN, url), { environment, until: [] });
      for (const line of prints) expect(output.split("\n")).toContain(line);
      expectWithContext(output, language).not.toMatch(/"error"|"success":false|False/);
    }
  },
);

/** The replies of calls in the output of curl. */
function repliesIn(output: string): object[] {
  const texts = output.split(/\n|(?<=\})(?=\{"(?:result|error)":)/);
  return texts.filter((text) => text.startsWith("{")).map((text) => JSON.parse(text));
}

/** An expectation for the same JSON that also allows further fields. */
function atLeast(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(atLeast);
  if (typeof value !== "object" || value === null) return value;
  return expect.objectContaining(Object.fromEntries(Object.entries(value).map(([name, one]) => [name, atLeast(one)])));
}

const pages = [...readGuides(), ...readOperatorGuides()];

test("every guide begins with a title and a summary, and names only paths that exist", () => {
  const paths = new Set(Object.keys(contract.paths));
  for (const { title, summary, page, text } of pages) {
    expectWithContext(title.length, page).toBeGreaterThan(5);
    expectWithContext(summary.length, page).toBeGreaterThan(40);
    expectWithContext(summary, page).not.toMatch(/[`[\]]/);
    const pathMatches = page.startsWith("/docs/guides/") ? [...text.matchAll(/\/v[12]\/[a-z_/]+[a-z]/g)] : [];
    for (const [path] of pathMatches) expectWithContext(paths.has(path), `${page}: ${path}`).toBe(true);
  }
});

test("links of guides lead to existing parts of the site's pages, and files that are not on the site are named without a link", () => {
  const rendered = new Map(pages.map(({ page, text }) => [page, markdown(text)]));
  expect(rendered.size).toBeGreaterThan(10);
  for (const [page, { body }] of rendered)
    for (const [, link = ""] of body.text.matchAll(/href="([^"]*)"/g)) {
      if (link.startsWith("https:")) continue;
      const [path, part] = link.split("#");
      const headings = rendered.get(path || page)?.headings.map(({ id }) => id);
      expectWithContext(headings, `${page}: ${link}`).toContain(part ?? headings?.[0]);
    }
});

test("every column of a table has a title, which a phone shows in each cell", () => {
  const incomplete = pages.filter(({ text }) => markdown(text).body.text.includes("<th></th>"));
  expect(incomplete.map(({ page }) => page)).toStrictEqual([]);
});
