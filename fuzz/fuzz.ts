import type { Contract, Operation } from "./contract/contract.ts";
import { complaintAbout, kindOf } from "./oracle.ts";
import { type Case, FuzzWorld, type Kind, type Page } from "./requests/cases.ts";
import { Chance } from "./requests/chance.ts";
import { curlOf } from "./requests/curl.ts";
import { foreignId, foreignPageToken, spoiltBody, spoiltField } from "./requests/hostile-bodies.ts";
import { oddHeaders, wrongCredentials } from "./requests/hostile-headers.ts";
import { nearPath, oddBytes, oddMethod } from "./requests/odd-requests.ts";
import { shrunk } from "./requests/shrink.ts";
import { validCase } from "./requests/valid.ts";
import type { FuzzRequest, Received } from "./requests/wire.ts";
import type { FuzzTenant } from "./server/tenants.ts";

/** Number of requests to one tenant, before the next one with intact data takes over. */
export const REQUESTS_PER_TENANT = 300;
/** Maximum time that a reply may take, in ms. */
const LONGEST_ANSWER = 2000;
/** Number of different defects after which nothing more is sent. */
const ENOUGH = 10;

/** What is fuzzed, and how. */
export interface FuzzOptions {
  contract: Contract;
  /** URL of the server, for the commands shown. */
  url: string;
  send(request: FuzzRequest): Promise<Received>;
  /** One tenant per `REQUESTS_PER_TENANT` requests, plus one. */
  tenants: FuzzTenant[];
  seed: number;
  count: number;
  /** Only operations whose path contains this; default: all. */
  only?: string | undefined;
  /** The clock that replies are timed with, in ms. */
  now(): number;
  /** Called after every request. @returns what went wrong in background work or the log. */
  after?(sentCount: number): Promise<string | undefined>;
}

/** A defect that was found. */
export interface Defect {
  complaint: string;
  what: string;
  /** Shell command that shows it. */
  curl: string;
  /** Whether it also shows when the request is sent again alone. */
  isRepeatable: boolean;
  /** Number of the request in the run. */
  number: number;
}

/** The outcome of a run. */
export interface Outcome {
  sent: number;
  kinds: Record<Kind, number>;
  /** Number of requests that are valid by the contract. */
  valid: number;
  statuses: Map<number, number>;
  /** Number of successes of each operation, by path. */
  successes: Map<string, number>;
  /** The longest time that a reply took, in ms. */
  slowest: number;
  defects: Defect[];
}

type Maker = (world: FuzzWorld, operation: Operation, chance: Chance) => Case;

const makers: (readonly [weight: number, make: Maker])[] = [
  [58, (world, operation, chance) => validCase(world, operation, chance, "valid")],
  [14, (world, operation, chance) => validCase(world, operation, chance, "boundary")],
  [11, spoiltField],
  [5, spoiltBody],
  [1, foreignPageToken],
  [2, foreignId],
  [3, wrongCredentials],
  [2, oddHeaders],
  [1, oddMethod],
  [2, nearPath],
  [0.5, oddBytes],
];

/** Sends requests generated from the contract and the seed, one after another, and judges the replies. */
export async function fuzz(options: FuzzOptions): Promise<Outcome> {
  const { contract, seed, count, only = "", tenants } = options;
  const operations = contract.operations.filter(({ path }) => path.includes(only));
  if (operations.length === 0) throw new Error(`No operation has "${only}" in its path.`);
  const outcome: Outcome = {
    sent: 0,
    kinds: { valid: 0, boundary: 0, hostile: 0 },
    valid: 0,
    statuses: new Map(),
    successes: new Map(operations.map(({ path }) => [path, 0])),
    slowest: 0,
    defects: [],
  };
  const defectKeys = new Set<string>();
  let pages: Page[] = [];
  for (let episode = 0; outcome.sent < count && outcome.defects.length < ENOUGH; episode++) {
    const [tenant, stranger] = tenants.slice(episode, episode + 2);
    if (!tenant || !stranger) throw new Error("there are not enough tenants");
    const world = new FuzzWorld(contract, tenant, stranger, pages);
    pages = world.pages;
    let turns: Operation[] = [];
    for (let i = 0; i < REQUESTS_PER_TENANT && outcome.sent < count && outcome.defects.length < ENOUGH; i++) {
      const chance = new Chance(seed, episode, i);
      if (turns.length === 0) turns = chance.shuffled(operations);
      const one = chance.weighed(makers)(world, turns.pop() as Operation, chance);
      const complaint = await runCase(options, world, one, outcome);
      const key = `${one.operation?.path ?? one.what} ${kindOf(complaint ?? "")}`;
      if (complaint === undefined || defectKeys.has(key)) continue;
      defectKeys.add(key);
      outcome.defects.push(await defectOf(options, world, one, complaint, outcome.sent));
    }
  }
  return outcome;
}

async function runCase(
  options: FuzzOptions,
  world: FuzzWorld,
  one: Case,
  outcome: Outcome,
): Promise<string | undefined> {
  const started = options.now();
  const received = await options.send(one.sent);
  const ms = options.now() - started;
  outcome.sent++;
  outcome.kinds[one.kind]++;
  if (one.isValid) outcome.valid++;
  outcome.slowest = Math.max(outcome.slowest, ms);
  outcome.statuses.set(received.status, (outcome.statuses.get(received.status) ?? 0) + 1);
  const complaint = complaintAbout(world, one, received);
  if (complaint !== undefined) return complaint;
  if (ms > LONGEST_ANSWER) return `too slow: ${Math.round(ms)} ms`;
  if (one.operation && received.status === 200)
    outcome.successes.set(one.operation.path, (outcome.successes.get(one.operation.path) ?? 0) + 1);
  world.learn(one, received);
  return options.after?.(outcome.sent);
}

async function defectOf(
  options: FuzzOptions,
  world: FuzzWorld,
  one: Case,
  complaint: string,
  number: number,
): Promise<Defect> {
  const failsAgain = async (request: FuzzRequest) => {
    const started = options.now();
    const received = await options.send(request);
    const again = complaintAbout(world, { ...one, sent: request }, received);
    const isSlow = options.now() - started > LONGEST_ANSWER;
    return again !== undefined ? kindOf(again) === kindOf(complaint) : isSlow && complaint.startsWith("too slow");
  };
  const isRepeatable = await failsAgain(one.sent);
  // Don't shrink a request that concerns a refusal: a smaller one may be valid, or invalid for another reason.
  const hasReason = /^(accepted|an unexpected|refused)/.test(complaint);
  const reportedRequest = isRepeatable && !hasReason ? await shrunk(one.sent, failsAgain) : one.sent;
  return {
    complaint,
    what: `${one.kind}: ${one.what}`,
    curl: curlOf(options.url, reportedRequest),
    isRepeatable,
    number,
  };
}
