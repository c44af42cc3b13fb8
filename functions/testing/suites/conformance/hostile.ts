import fc from "fast-check";
import type { CallEndpoint } from "#http/endpoint";
import { httpStatus } from "#http/status";
import { exampleOf, exampleWorld, forTenant } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { type GenerationOptions, valuesOf } from "#testing/harness/properties/arbitraries";
import { tries } from "#testing/harness/store/test-store";
import type { World } from "#testing/harness/world";
import { type Check, expectDeclaredShape } from "./check.ts";
import { doorOf, type Received } from "./door.ts";
import { inputSchema } from "./schema.ts";

/** Number of requests to each endpoint; `npm run fuzz` sends many more. */
const RUNS = tries(8);

/** Ids of the example world by the end of a field's name, so that calls reach existing records. */
const knownIds: [ending: RegExp, ids: string[]][] = [
  [/organizationIds?$/i, ["acme", "acme", "acme", "globex"]],
  [/documentIds?$/i, ["homepage", "roadmap", "old-plan"]],
  [/folderIds?$/i, ["designs", "logos", "archive", "root"]],
  [/userIds?$/i, ["ada", "lin", "grace"]],
  [/groupIds?$/i, ["engineers"]],
  [/apiKeys?$/i, ["{apiKey}"]],
];
const anyKnown = knownIds.flatMap(([, ids]) => ids);

/** Texts that are no ids of the example world, or that break careless code. */
const hostile = [
  ...[
    "nobody",
    "a/b",
    ".",
    "..",
    "__proto__",
    "constructor",
    " ",
    "%2F",
    "\0",
    "\ud800",
    "é".repeat(300),
    "👩‍🔬",
    "'; --",
  ],
  "x".repeat(5000),
];

function textsOf(name: string): fc.Arbitrary<unknown> {
  const ids = knownIds.find(([ending]) => ending.test(name))?.[1] ?? anyKnown;
  const odd = fc.oneof(fc.constantFrom(...hostile), fc.constantFrom(...anyKnown), fc.string());
  return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...ids) }, odd);
}

/** Requests of the declared shape with existing ids, and an odd value here and there. */
const near: GenerationOptions = {
  optional: "some",
  vary: (proper) => fc.oneof({ weight: 60, arbitrary: proper }, fc.jsonValue({ maxDepth: 3 })),
  override(name, schema) {
    // A forged page token is refused at once, so leaving it out tests more.
    if (/pageToken$/i.test(name)) return fc.constant(undefined);
    if (schema.format === "email") return fc.constantFrom("ada@example.com", "lin@example.com");
    return schema.type === "string" && !schema.enum && schema.const === undefined ? textsOf(name) : undefined;
  },
};

/** Expects success or a refusal, never a fault of the service. */
async function isAnswered(endpoint: CallEndpoint, w: World, { status, body }: Received): Promise<void> {
  await w.drain();
  const declared = (endpoint.furtherErrors ?? []).map((code) => httpStatus[code]);
  const faults = w.logged.filter(({ level }) => level === "error").map(({ fields }) => fields.err);
  expectWithContext(faults, "the request logged an error").toStrictEqual([]);
  if (status === 200) await expectDeclaredShape(endpoint, body.result.data);
  else
    expectWithContext([400, 403, 404, 409, 429, ...declared], `answered ${status} ${JSON.stringify(body)}`).toContain(
      status,
    );
}

/** Input of attackers and accidents. */
export const hostileChecks: Check[] = [
  {
    guarantee: "no request of the declared shape or close to it causes an internal error",
    async run(endpoint) {
      const requests = valuesOf(inputSchema(endpoint.input), near);
      let untouched: World | undefined;
      await fc.assert(
        fc.asyncProperty(requests, async (data) => {
          const w = untouched ?? (await exampleWorld());
          untouched = undefined;
          const reply = await doorOf(w, endpoint).send({ data: forTenant(data ?? {}, w.tenant) });
          await isAnswered(endpoint, w, reply);
          // If this request has changed nothing, the next one can use the same world.
          if (endpoint.kind === "read" || reply.status !== 200) untouched = w;
        }),
        { numRuns: RUNS, seed: 1 },
      );
    },
  },
  {
    guarantee: "its example sent five times at once is answered each time",
    applies: ({ kind }) => kind === "write",
    async run(endpoint) {
      const w = await exampleWorld();
      const { send } = doorOf(w, endpoint);
      const data = exampleOf(endpoint, w.tenant);
      const replies = await Promise.all(Array.from({ length: 5 }, () => send({ data })));
      for (const reply of replies) await isAnswered(endpoint, w, reply);
      expectWithContext(
        replies.some(({ status }) => status === 200),
        "none succeeded",
      ).toBe(true);
    },
  },
];
