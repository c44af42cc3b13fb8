import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { tries } from "@atrium/functions/testing/harness/store/test-store";
import { expect, test } from "@jest/globals";
import { readContract } from "./contract/contract.ts";
import { type FuzzOptions, fuzz, type Outcome } from "./fuzz.ts";
import { readOptions } from "./options.ts";
import { problemsOf } from "./report.ts";
import type { Received } from "./requests/wire.ts";
import { inProcess } from "./server/in-process.ts";

const contract = readContract();
/** Maximum growth of objects in the last quarter of the run, in bytes per request. */
const MOST_GROWTH = 10_000;
/** Number of requests after which nearly every endpoint has been called, so that lazy loading takes no more memory. */
const WARM = 1000;

/** CPU time of this process in ms: other processes can't make a reply late. */
const cpuTime = () => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test("2,000 requests generated from openapi.json get replies that it declares, without faults or late replies", async () => {
  const count = tries(2000);
  const target = await inProcess(count);
  onTestFinished(() => target.close());
  const { url, send, tenants } = target;
  // Before that, each endpoint creates its schemas, and caches fill.
  const warmAfter = Math.floor((count * 3) / 4);
  let warm = 0;
  const after = async (sentCount: number) => {
    if (sentCount === warmAfter) warm = heapUsed();
    return target.settle();
  };
  const options = { seed: 20260105, count };
  const outcome = await fuzz({ contract, url, send, tenants, now: cpuTime, after, ...options });
  expect(problemsOf(outcome, options).join("\n\n")).toStrictEqual("");
  expect(outcome.sent).toBe(count);
  const grown = warmAfter < WARM ? 0 : (heapUsed() - warm) / (count - warmAfter);
  expectWithContext(grown, `the heap grew by ${grown} bytes a request in the last quarter`).toBeLessThan(MOST_GROWTH);
});

/** Fuzzes one path of the server while its replies are changed. */
async function withFault(
  change: Partial<FuzzOptions> & { answer?(received: Received, body: string): Received },
): Promise<Outcome> {
  const target = await inProcess(200);
  try {
    const { url, tenants } = target;
    const send: FuzzOptions["send"] = async (request) => {
      const received = await target.send(request);
      return change.answer && request.path === "/v2/users/add" && request.raw === undefined
        ? change.answer(received, request.body.toString())
        : received;
    };
    const now = () => 0;
    return await fuzz({ contract, url, send, tenants, seed: 3, count: 200, only: "/v2/users/add", now, ...change });
  } finally {
    await target.close();
  }
}

const faults: [what: string, complaint: RegExp, answer: (received: Received, body: string) => Received][] = [
  ["a fault of the service", /^a fault of the service: answered 500/, (received) => ({ ...received, status: 500 })],
  ["a status that is not documented", /status 418 is not documented/, (received) => ({ ...received, status: 418 })],
  [
    "an answer of another form",
    /result must have required property/,
    (received) => ({ ...received, text: received.text.replace('"message":', '"massage":') }),
  ],
  ["an answer that is no JSON", /^no JSON in the answer/, (received) => ({ ...received, text: "<html>" })],
  ["no answer", /^no answer: gone/, () => ({ status: 0, headers: {}, text: "", failure: "gone" })],
  [
    "data of another tenant",
    /^data of another tenant: -mark99x/,
    (received) => ({ ...received, text: received.text.replace("{", '{"x":"-mark99x",') }),
  ],
  ["a missing request id", /^a header is missing: x-request-id/, (received) => ({ ...received, headers: {} })],
  [
    "a refused request that the contract allows",
    /^refused a request that the contract allows: No\./,
    (received) => ({
      ...received,
      status: 400,
      text: JSON.stringify({ error: { status: "INVALID_ARGUMENT", message: "No." } }),
    }),
  ],
  [
    "a request that must be refused but succeeds",
    /^accepted a request that must be refused/,
    (received) => (received.status === 400 ? { ...received, status: 200 } : received),
  ],
];

for (const [what, complaint, answer] of faults)
  test(`it detects ${what}, once`, async () => {
    const { defects } = await withFault({ answer });
    const matches = defects.filter((defect) => complaint.test(defect.complaint));
    expectWithContext(matches.length, JSON.stringify(defects, null, 1)).toBe(1);
  });

test("it detects a reply that takes longer than two seconds", async () => {
  let time = 0;
  const { defects } = await withFault({ now: () => (time += 2001) });
  expect(defects[0]?.complaint ?? "").toMatch(/^too slow: 2001 ms/);
});

test("it prints a defect as one minimal shell command, with the seed", async () => {
  const isHit = (body: string) => /"users":\[.*"name":/.test(body);
  const outcome = await withFault({
    answer: (received, body) => (received.status === 200 && isHit(body) ? { ...received, status: 500 } : received),
  });
  const [problem = ""] = problemsOf(outcome, { seed: 3, count: 200, only: "/v2/users/add" });
  expect(problem).toMatch(/^a fault of the service: answered 500\n {2}request \d+ of seed 3, valid: /);
  const [, line = ""] = /(curl .*)$/.exec(problem) ?? [];
  const body = JSON.parse(/--data-binary '(.*)'$/.exec(line)?.[1] ?? "");
  expect(Object.keys(body.data).sort()).toStrictEqual(["organizationId", "users"]);
  expect(Object.keys(body.data.users[0]).sort()).toStrictEqual(["name", "userId"]);
  expect(body.data.users.length).toBe(1);
  expectWithContext(line.match(/ -H /g)?.length, line).toBe(3);
});

test("the same seed sends the same requests, and another seed others", async () => {
  const bodiesOf = async (seed: number) => {
    const bodies: string[] = [];
    await withFault({
      seed,
      answer: (received, body) => {
        bodies.push(body);
        return received;
      },
    });
    return bodies.map((body) => body.replaceAll(/\b(ak|ws|at|wt)_\w+/g, "$1"));
  };
  const first = await bodiesOf(5);
  expect(await bodiesOf(5)).toStrictEqual(first);
  expect(await bodiesOf(6)).not.toStrictEqual(first);
});

test("too few successes are reported, since then mostly refusals were tested", async () => {
  const refused: Received = {
    status: 404,
    headers: { "x-request-id": "x" },
    text: '{"error":{"status":"NOT_FOUND","message":"x"}}',
  };
  const outcome = await withFault({ answer: () => refused });
  const defects = outcome.defects.filter(({ complaint }) => !complaint.startsWith("an unexpected answer"));
  expect(problemsOf({ ...outcome, defects }, { seed: 3, count: 200 }).join()).toMatch(
    /Only \d\.\d % of the requests succeeded.*\n?.*No request succeeded at/,
  );
});

test("the command line is parsed, and a mistake in it is named", () => {
  expect(readOptions(["--seed", "7", "--count", "100", "--operation", "/v2/users"])).toStrictEqual({
    seed: 7,
    count: 100,
    only: "/v2/users",
    isCpu: false,
    isEditing: false,
  });
  expect(readOptions(["--cpu"])?.isCpu).toBe(true);
  expect(readOptions(["--editing"])).toMatchObject({ isEditing: true, count: 500 });
  expect(readOptions([])?.count).toBe(50_000);
  expect(readOptions(["--help"])).toBeUndefined();
  expect(() => readOptions(["--count", "many"])).toThrow(/--count must be a whole number, not "many"\./);
  expect(() => readOptions(["--sed", "1"])).toThrow(/--sed/);
});
