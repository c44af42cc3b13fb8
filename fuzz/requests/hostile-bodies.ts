import type { Operation } from "../contract/contract.ts";
import type { Case, FuzzWorld } from "./cases.ts";
import type { Chance } from "./chance.ts";
import { improper } from "./texts.ts";
import { caseOf, hasUserToken } from "./valid.ts";
import { nested } from "./values.ts";

/** Marks JSON that JSON.stringify would never write. */
const RAW = "@@raw@@";
const rawNumbers = ["1e999", "-1e999", "1e-999", "9007199254740993", "-0", "0.1e1", "123456789012345678901234567890"];

const raw = (json: string) => `${RAW}${json}${RAW}`;

const strange = (chance: Chance): unknown =>
  chance.pick<() => unknown>([
    () => null,
    () => true,
    () => chance.pick([0, -1, 1.5, 1e21, 2 ** 53, -(2 ** 31) - 1]),
    () => chance.pick(["NaN", "Infinity", "undefined", "null", "true", "[object Object]", "1767603600000"]),
    () => chance.pick(improper),
    () => [],
    () => ({}),
    () => [[]],
    () => ({ $gt: "", toString: 1, constructor: { prototype: {} } }),
    () => Array.from({ length: chance.pick([2, 501, 3000]) }, (_, i) => `item ${i}`),
    () => nested(chance.pick([20, 101, 480])),
    () => raw(chance.pick([600, 20_000].map((levels) => "[".repeat(levels) + "]".repeat(levels)))),
    () => raw(chance.pick(rawNumbers)),
  ])();

/** The example with one part spoilt. */
export function spoiltField(world: FuzzWorld, operation: Operation, chance: Chance): Case {
  const body = { data: world.exampleOf(operation) };
  const places = placesIn(body);
  const { container, key } = chance.pick(places);
  const what = chance.pick(["replaced", "removed", "added", "given twice"]);
  if (what === "replaced") container[key] = strange(chance);
  else if (what === "removed") delete container[key];
  else if (what === "added")
    container[chance.pick(["unknown", "", "constructor", "a.b", "id", "deleting", "ancestors"])] = strange(chance);
  else if (Array.isArray(container[key])) container[key] = [...container[key], ...container[key]];
  const text = JSON.stringify(body)
    .replaceAll(new RegExp(`"${RAW}([^@]*)${RAW}"`, "g"), "$1")
    // `__proto__` is an ordinary key on the wire, but an assignment would set the prototype.
    .replace(/"unknown":/, () => (chance.is(0.3) ? '"__proto__":' : '"unknown":'));
  return withText(world, operation, chance, `a field ${what}`, text);
}

/** A body that is not JSON, or JSON of another form. */
export function spoiltBody(world: FuzzWorld, operation: Operation, chance: Chance): Case {
  const data = world.exampleOf(operation);
  const text = JSON.stringify({ data });
  const cut = chance.int(0, text.length - 1);
  const spoilt = chance.pick<() => string | Buffer>([
    () => text.slice(0, cut),
    () => text.slice(0, cut) + chance.pick(["\0", "\\", '"', "{", "]", ",", "NaN", "\ud800", "//"]) + text.slice(cut),
    () => text.replace(/}}$/, ",}}"),
    () => text.replaceAll('"', "'"),
    () => `/* */${text}`,
    () => `\ufeff${text}`,
    () => `${text}${text}`,
    () => "",
    () =>
      chance.pick([
        "null",
        "[]",
        '"text"',
        "0",
        "{}",
        '{"data":null}',
        '{"data":[]}',
        '{"data":"x"}',
        '{"data":0}',
        "[{}]",
      ]),
    () => `{"data":{},"data":${JSON.stringify(data)}}`,
    () => JSON.stringify(data),
    () => JSON.stringify({ data, more: 1 }),
    () => `{"data":${JSON.stringify(data)},"__proto__":{"isAdmin":true}}`,
    () => "[".repeat(chance.pick([400, 100_000])),
    () => `{"data":${'{"a":'.repeat(1000)}1${"}".repeat(1000)}}`,
    () =>
      Buffer.concat([Buffer.from(text.slice(0, cut)), Buffer.from([0xff, 0xc0, 0x80]), Buffer.from(text.slice(cut))]),
    () => Buffer.from(text, "utf16le"),
    () => text + " ".repeat(chance.is(0.1) ? chance.pick([1_048_576, 1_100_000]) - text.length : 1000),
  ])();
  return withText(world, operation, chance, "a spoilt body", spoilt);
}

/** A page token that was not issued for this query: one of another query, a changed one, or another tenant's. */
export function foreignPageToken(world: FuzzWorld, operation: Operation, chance: Chance): Case {
  const page = world.pages.length > 0 ? chance.pick(world.pages) : undefined;
  const theirs = world.strangersPages.length > 0 ? chance.pick(world.strangersPages) : undefined;
  if (theirs && chance.is(0.4)) return withPageToken(world, theirs.operation, chance, theirs.data, theirs.token);
  const token = chance.pick([
    page && page.operation !== operation ? page.token : "x".repeat(40),
    page ? page.token.slice(0, -1) : "AAAA",
    page ? `A${page.token.slice(1)}x` : "0",
    Buffer.from('["acme"]').toString("base64url"),
  ]);
  return withPageToken(world, operation, chance, world.exampleOf(operation) as object, token);
}

function withPageToken(world: FuzzWorld, operation: Operation, chance: Chance, data: object, pageToken: string): Case {
  const spoilt = { ...data, pageToken };
  const what = "a page token of another query";
  const baseCase = caseOf(world, operation, chance, { kind: "hostile", what, data: spoilt, body: { data: spoilt } });
  const takesToken = world.contract.resolve(operation.dataSchema).properties?.pageToken !== undefined;
  return { ...baseCase, mustFail: baseCase.mustFail || takesToken };
}

/** The example with another tenant's key instead of this tenant's, and perhaps a foreign id in another id field. */
export function foreignId(world: FuzzWorld, operation: Operation, chance: Chance): Case {
  const data = JSON.parse(
    JSON.stringify(world.exampleOf(operation)).replaceAll(world.tenant.apiKeyId, world.stranger.apiKeyId),
  );
  const ids = placesIn(data).filter(({ key }) => /Id$/.test(String(key)));
  if (ids.length > 0 && chance.is(0.5)) {
    const { container, key } = chance.pick(ids);
    container[key] = chance.pick([world.stranger.apiKeyId, world.stranger.workspaceId, "../acme", "apiKeys/x"]);
  }
  return caseOf(world, operation, chance, { kind: "hostile", what: "ids of another tenant", data, body: { data } });
}

function withText(world: FuzzWorld, operation: Operation, chance: Chance, what: string, text: string | Buffer): Case {
  const baseCase = caseOf(world, operation, chance, { kind: "hostile", what, data: undefined, body: {} });
  const body = Buffer.from(text as string);
  const json = parseJson(body);
  const isValid = json !== undefined && world.contract.requestFault(operation, json) === undefined;
  const mustFail = json === undefined || (!hasUserToken(baseCase.sent) && world.contract.mustRefuse(operation, json));
  return { ...baseCase, sent: { ...baseCase.sent, body }, isValid, mustFail };
}

/** The JSON in a body; undefined if it is not JSON. */
function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

type Container = Record<string | number, unknown>;

/** Every place in a body. */
function placesIn(value: unknown): { container: Container; key: string | number }[] {
  if (typeof value !== "object" || value === null) return [];
  const container = value as Container;
  return Object.keys(container).flatMap((key) => [{ container, key }, ...placesIn(container[key])]);
}
