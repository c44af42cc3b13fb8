import { readFileSync } from "node:fs";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { expect, test } from "@jest/globals";

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
const page = read("docs/operations.md");

interface Figure {
  id: string;
  product: { requestsPerSecond?: number; p99?: number; value?: number };
}
const figures = new Map(
  (JSON.parse(read("bench/results.json")).figures as Figure[]).map((one) => [one.id, one.product]),
);

/** The page's figure for a load. */
function figureOf(load: string): number {
  const row = page.split("\n").find((line) => line.startsWith(`| ${load} |`));
  return Number(/\| ([\d,.]+) (a second|ms|MB) \|$/.exec(row ?? "")?.[1]?.replaceAll(",", ""));
}

test("the sizing figures match the latest measurements", () => {
  const rows: [load: string, id: string, field: keyof Figure["product"]][] = [
    ["`documents/get`, one id", "documents-get", "requestsPerSecond"],
    ["`users/get`, one id", "users-get", "requestsPerSecond"],
    ["`users/add`, one user, durable", "users-add", "requestsPerSecond"],
    ["`documents/update`, one document, durable", "documents-update", "requestsPerSecond"],
    ["`auth/generate_token`", "generate-token", "requestsPerSecond"],
    ["webhook deliveries, signed and durable", "webhook-deliveries", "requestsPerSecond"],
    ["a change to 1,000 open streams of a document, p99", "stream-latency", "p99"],
    ["memory, idle", "memory", "value"],
    ["memory for 1,000 open streams, beside that", "stream-memory", "value"],
    ["memory beside 100,000 deliveries that wait", "webhook-backlog-memory", "value"],
  ];
  for (const [load, id, field] of rows) {
    const measured = figures.get(id)?.[field] ?? Number.NaN;
    const figure = figureOf(load);
    // Runs vary, but a figure that is off by a quarter would lead to a wrongly sized machine.
    expectWithContext(
      Math.abs(figure / measured - 1) < 0.25,
      `docs/operations.md says ${figure} for ${load}, bench/results.json ${measured}: copy it`,
    ).toBe(true);
  }
});

test("every setting that the page names is on the settings page", () => {
  const settings = read("docs/settings.md");
  const settingNames = new Set(
    page.match(/\b(?:ALLOW|ATRIUM|BACKUP|BODY|CONNECTION|RATE|REQUEST|STREAM|TRUST)_[A-Z_]+\b/g),
  );
  settingNames.delete("ATRIUM_DOMAIN");
  expect(settingNames.size).toBeGreaterThan(6);
  expect([...settingNames].filter((name) => !settings.includes(name))).toStrictEqual([]);
});
