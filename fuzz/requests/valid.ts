import type { Operation } from "../contract/contract.ts";
import type { Case, FuzzWorld, Kind } from "./cases.ts";
import type { Chance } from "./chance.ts";
import { Values } from "./values.ts";
import type { FuzzRequest } from "./wire.ts";

/** A request as the contract describes it, with values at its limits if `kind` is `boundary`. */
export function validCase(world: FuzzWorld, operation: Operation, chance: Chance, kind: Kind): Case {
  const { what, data } = dataFor(world, operation, chance, kind);
  const isBare = operation.schema.anyOf !== undefined && chance.is(0.3);
  const body = isBare ? data : { data };
  const isValid = world.contract.requestFault(operation, body) === undefined;
  return { ...caseOf(world, operation, chance, { kind, what, data, body }), isValid };
}

/** A request with this body and valid credentials. */
export function caseOf(
  world: FuzzWorld,
  operation: Operation,
  chance: Chance,
  content: { kind: Kind; what: string; data: unknown; body: unknown },
): Case {
  const { kind, what, data, body } = content;
  const request: FuzzRequest = {
    method: "POST",
    path: operation.path,
    headers: [...credentials(world, operation, chance), ...usualHeaders(operation, chance)],
    body: Buffer.from(JSON.stringify(body) ?? ""),
  };
  const mustFail = !hasUserToken(request) && world.contract.mustRefuse(operation, body);
  return { kind, what, operation, sent: request, data, mustFail };
}

/** Whether a request has a user token: then fields that name the acting user may be left out. */
export function hasUserToken({ headers }: FuzzRequest): boolean {
  return headers.some(([name]) => name === "authorization");
}

function dataFor(world: FuzzWorld, operation: Operation, chance: Chance, kind: Kind): { what: string; data: unknown } {
  const page = world.pages.find((one) => one.operation === operation);
  if (kind === "valid" && page && chance.is(0.3))
    return { what: "the next page", data: { ...page.data, pageToken: page.token } };
  const values = new Values({
    contract: world.contract,
    pool: world.pool,
    chance,
    edges: kind === "boundary" ? 0.15 : 0,
  });
  const example = world.exampleOf(operation);
  if (kind === "boundary") {
    if (chance.is(0.5)) return { what: "made with limits", data: values.make(operation.dataSchema) };
    return { what: "example with limits", data: values.vary(operation.dataSchema, example, 0.3) };
  }
  // Destructive calls stay close to the example, so that they rarely delete what other calls need.
  const rate = operation.isDestructive ? 0.02 : chance.pick([0.03, 0.1, 0.3]);
  return chance.weighed([
    [3, () => ({ what: "the example", data: example })],
    [4, () => ({ what: "the example, varied", data: values.vary(operation.dataSchema, example, rate) })],
    [
      2,
      () => ({
        what: "an earlier call, varied",
        data: values.vary(operation.dataSchema, world.earlier(operation, chance) ?? example, rate),
      }),
    ],
    [
      operation.isDestructive ? 0.1 : 2,
      () => ({ what: "made from the schema", data: validData(world, operation, values) }),
    ],
  ])();
}

/** Data that is valid by the contract, if found in a few tries: rules between fields are satisfied only by chance. */
function validData({ contract }: FuzzWorld, operation: Operation, values: Values): unknown {
  let data: unknown;
  for (let tries = 0; tries < 8; tries++) {
    data = values.make(operation.dataSchema);
    if (contract.requestFault(operation, { data }) === undefined) break;
  }
  return data;
}

/**
 * Credentials for one of the ways to call the operation, usually the first. They are never in the body, which may be
 * spoilt.
 */
function credentials({ contract, tenant }: FuzzWorld, { security }: Operation, chance: Chance): FuzzRequest["headers"] {
  const [first, second] = security.filter((way) => way.length > 0);
  const way = second && chance.is(0.2) ? second : first;
  const values: Record<string, string> = {
    apiKey: tenant.apiKeyId,
    authToken: tenant.authToken,
    workspaceId: tenant.workspaceId,
    workspaceAuthToken: tenant.workspaceToken,
  };
  return (way ?? []).map((scheme) =>
    scheme === "userToken"
      ? ["authorization", `Bearer ${chance.pick(tenant.userTokens)}`]
      : [contract.headerOf(scheme), values[scheme] ?? ""],
  );
}

function usualHeaders({ takesIdempotencyKey }: Operation, chance: Chance): FuzzRequest["headers"] {
  const headers: FuzzRequest["headers"] = [
    [
      "content-type",
      chance.weighed([
        [20, "application/json"],
        [1, "application/json; charset=utf-8"],
        [1, 'Application/JSON;charset="UTF-8"'],
      ]),
    ],
  ];
  if (takesIdempotencyKey && chance.is(0.1)) headers.push(["idempotency-key", `key ${chance.int(0, 1e9)}`]);
  if (chance.is(0.05)) headers.push(["x-request-id", `fuzz-${chance.int(0, 1e9)}`]);
  if (chance.is(0.03)) headers.push(["origin", "http://localhost:3000"]);
  return headers;
}
