import type { Operation } from "../contract/contract.ts";
import type { Case, FuzzWorld } from "./cases.ts";
import type { Chance } from "./chance.ts";
import { caseOf } from "./valid.ts";

/** Headers as they are sent. */
export type Headers = Case["sent"]["headers"];

/** The example with invalid credentials. */
export function wrongCredentials(world: FuzzWorld, operation: Operation, chance: Chance): Case {
  const { tenant, stranger, contract } = world;
  const baseCase = exampleCase(world, operation, chance, "wrong credentials");
  const [keyHeader = "", tokenHeader = ""] = (operation.security[0] ?? []).map((scheme) => contract.headerOf(scheme));
  if (keyHeader === "") return baseCase;
  const rest = baseCase.sent.headers.filter(([name]) => !/^x-(?!request)|^authorization$/.test(name));
  const isWorkspace = operation.security[0]?.includes("workspaceId");
  const [id, token] = isWorkspace ? [tenant.workspaceId, tenant.workspaceToken] : [tenant.apiKeyId, tenant.authToken];
  const garbage = chance.pick([
    "x",
    "null",
    " ",
    "a b",
    "é".normalize("NFC"),
    "\xff",
    "x".repeat(4000),
    "' OR 1=1",
    "../x",
  ]);
  const headers = chance.pick<Headers>([
    [],
    [[keyHeader, id]],
    [[tokenHeader, token]],
    [
      [keyHeader, token],
      [tokenHeader, id],
    ],
    [
      [keyHeader, id],
      [tokenHeader, garbage],
    ],
    [
      [keyHeader, garbage],
      [tokenHeader, token],
    ],
    [
      [keyHeader, id],
      [tokenHeader, token.slice(0, -1)],
    ],
    [
      [keyHeader, id],
      [tokenHeader, `${token}A`],
    ],
    [
      [keyHeader, id],
      [tokenHeader, stranger.authToken],
    ],
    [
      [keyHeader, id],
      [keyHeader, stranger.apiKeyId],
      [tokenHeader, token],
    ],
    [
      [keyHeader, id],
      [tokenHeader, token],
      [tokenHeader, token],
    ],
    [
      [keyHeader, ""],
      [tokenHeader, ""],
    ],
    [["authorization", `Bearer ${garbage}`]],
    [["authorization", `Bearer ${stranger.userTokens[0]?.slice(0, -3)}`]],
    [["authorization", `Bearer ${Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url")}.e30.`]],
    [["authorization", `Basic ${Buffer.from(`${id}:${token}`).toString("base64")}`]],
    [
      ["authorization", `Bearer ${tenant.userTokens[0]}`],
      [keyHeader, id],
      [tokenHeader, token],
    ],
    [
      ["x-api-key", id],
      ["x-auth-token", token],
    ],
  ]);
  return { ...baseCase, sent: { ...baseCase.sent, headers: [...rest, ...headers] }, mustFail: true };
}

/** The example with headers that our clients never send. */
export function oddHeaders(world: FuzzWorld, operation: Operation, chance: Chance): Case {
  const baseCase = exampleCase(world, operation, chance, "odd headers");
  const type = (value: string): [Headers, number[]?] => [[["content-type", value]], [415, 400, 401, 403, 404]];
  const [headers, statuses] = chance.pick<[Headers, number[]?]>([
    type("text/plain"),
    type("application/x-www-form-urlencoded"),
    type("application/json; charset=latin1"),
    type("multipart/form-data; boundary=x"),
    type("application/jsonx"),
    type(""),
    type("\x01".replace("\x01", "a".repeat(3000))),
    [[["x-request-id", chance.pick(["", "a b", "é", "x".repeat(500), "<script>", "a\tb"])]]],
    [[["idempotency-key", chance.pick(["", " ", "é", "x".repeat(255), "a\tb", "__proto__", "a/b"])]]],
    [[["idempotency-key", "x".repeat(256)]]],
    [[["origin", chance.pick(["null", "https://evil.example.com", "http://localhost", "x", "é"])]]],
    [
      [
        ["accept", "text/html"],
        ["accept-encoding", "br;q=1, *;q=0"],
        ["accept-language", "x".repeat(2000)],
      ],
    ],
    [
      [
        ["if-none-match", "*"],
        ["range", "bytes=0-1"],
        ["cookie", "a=b; __proto__=x"],
      ],
    ],
    [
      [
        ["x-forwarded-for", "' OR 1=1"],
        ["forwarded", "for=unknown"],
        ["x-http-method-override", "DELETE"],
      ],
    ],
    [[["transfer-encoding", "chunked"]]],
    [[["content-encoding", "gzip"]]],
    [
      [
        ["__proto__", "x"],
        ["constructor", "y"],
      ],
    ],
    [Array.from({ length: 60 }, (_, i): [string, string] => [`x-many-${i}`, "y".repeat(50)])],
  ]);
  const replaced = new Set(headers.map(([name]) => name));
  const otherHeaders = baseCase.sent.headers.filter(([name]) => !replaced.has(name));
  return {
    ...baseCase,
    sent: { ...baseCase.sent, headers: [...otherHeaders, ...headers] },
    ...(statuses && { statuses, mustFail: true }),
  };
}

/** The example of an operation, to be modified. */
export function exampleCase(world: FuzzWorld, operation: Operation, chance: Chance, what: string): Case {
  const data = world.exampleOf(operation);
  return { ...caseOf(world, operation, chance, { kind: "hostile", what, data, body: { data } }), data: undefined };
}
