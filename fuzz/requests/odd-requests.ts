import type { Operation } from "../contract/contract.ts";
import type { Case, FuzzWorld } from "./cases.ts";
import type { Chance } from "./chance.ts";
import { exampleCase, type Headers } from "./hostile-headers.ts";

/** Another method at the path of an operation. */
export function oddMethod(world: FuzzWorld, operation: Operation, chance: Chance): Case {
  const baseCase = exampleCase(world, operation, chance, "another method");
  const method = chance.pick([
    "GET",
    "HEAD",
    "PUT",
    "PATCH",
    "DELETE",
    "OPTIONS",
    "TRACE",
    "PROPFIND",
    "LOCK",
    "SEARCH",
    "QUERY",
    "PURGE",
  ]);
  const hasBody = !["GET", "HEAD", "OPTIONS", "TRACE"].includes(method) || chance.is(0.2);
  const preflight: Headers = [
    ["origin", "http://localhost:3000"],
    ["access-control-request-method", "POST"],
  ];
  const headers = method === "OPTIONS" && chance.is(0.5) ? preflight : baseCase.sent.headers;
  const body = hasBody ? baseCase.sent.body : Buffer.alloc(0);
  return {
    ...baseCase,
    sent: { ...baseCase.sent, method, headers, body },
    statuses: [405, ...(method === "OPTIONS" ? [204] : [])],
  };
}

/** A path that is similar to one of an operation. */
export function nearPath(world: FuzzWorld, operation: Operation, chance: Chance): Case {
  const { operation: _, ...request } = exampleCase(world, operation, chance, "a path that is nearly one");
  const { path } = operation;
  const at = chance.int(1, path.length - 1);
  const near = chance.pick([
    `${path}/`,
    `/${path}`,
    path.toUpperCase(),
    path.replace(/v\d/, "v3"),
    path.replace("/", "/api/"),
    path.slice(0, at),
    `${path.slice(0, at)}x${path.slice(at)}`,
    path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    `${path}%2f`,
    `${path};a=b`,
    `${path}/../add`,
    path.replaceAll("/", "//"),
    path.replaceAll("/", "\\"),
    `${path}%00`,
    `${path}%c0`,
    `${path}.json`,
    `/__proto__${path}`,
    "/",
    "/constructor",
    "/v2",
    `/${"x".repeat(5000)}`,
    "/docs/../../package.json",
    "/docs/%2e%2e/%2e%2e/package.json",
    "*",
  ]);
  const isOne = world.contract.operations.some((one) => one.path === near.split("?")[0]);
  if (isOne) return { ...request, operation };
  const method = chance.is(0.9) ? "POST" : chance.pick(["GET", "DELETE", "OPTIONS"]);
  return {
    ...request,
    sent: { ...request.sent, path: near, method },
    statuses: method !== "POST" ? [200, 302, 404, 400, 405] : isStartPage(near) ? [405] : [404, 400],
  };
}

/** Bytes that no HTTP client would send. */
export function oddBytes(world: FuzzWorld, operation: Operation, chance: Chance): Case {
  const { operation: _, ...request } = exampleCase(world, operation, chance, "malformed HTTP");
  const lines = request.sent.headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const head = `POST ${operation.path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${lines}`;
  const raw = chance.pick([
    "garbage\r\n\r\n",
    "\0\0\0\0\r\n\r\n",
    "GET\r\n\r\n",
    `${head}x: ${"y".repeat(20_000)}\r\n\r\n`,
    `${head}bad header\r\n\r\n`,
    `${head}x: \0\r\n\r\n`,
    `${head}content-length: -1\r\n\r\n`,
    `${head}content-length: 5\r\ncontent-length: 6\r\n\r\n{"dat`,
    `${head}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    `${head}transfer-encoding: chunked\r\n\r\nzz\r\n\r\n`,
    `${head}transfer-encoding: gzip\r\n\r\n`,
    head.replace("HTTP/1.1", "HTTP/9.9").concat("\r\n"),
    head.replace("POST", "FROBNICATE").concat("content-length: 2\r\n\r\n{}"),
    head.replace("POST ", "POST http://[::1/").concat("\r\n"),
    head.replace("host: x\r\n", "").concat("content-length: 2\r\n\r\n{}"),
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  ]);
  return { ...request, sent: { ...request.sent, raw } };
}

/** The start page accepts only GET. `*`, which is not a path, is answered like `/`. */
const isStartPage = (path: string) => path === "/" || path === "*";
