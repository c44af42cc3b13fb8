import { addExampleData } from "@atrium/functions/testing/harness/example-world";
import { costlyBodies, costlyBody } from "@atrium/functions/testing/harness/properties/costly-bodies";
import type { CallOptions, Tenant, World } from "@atrium/functions/testing/harness/world";
import type { FastifyInstance } from "fastify";
import type { Contract } from "../contract/contract.ts";
import { blowups } from "./places.ts";
import { repeated, units } from "./shapes.ts";

/** The extent of a run. */
export interface CpuOptions {
  contract: Contract;
  /** Tries only operations whose path contains this, and no requests without credentials. */
  only?: string | undefined;
  /** Bytes of the largest body. */
  bytes: number;
  /** Tries only every n-th way to enlarge an input; 1 tries all. */
  every: number;
  /** Called with each trial before it runs. */
  onTrial?(name: string): void;
}

/** A request that can be created in any size. */
export interface Trial {
  name: string;
  /** Size of the largest request, in bytes. */
  bytes: number;
  /** Creates a new request. @returns a function that sends it. */
  prepare(bytes: number): Promise<() => unknown>;
}

/** Maximum size of one part of the request head, in bytes: the HTTP server's limit minus room for the rest. */
const HEAD = 12_000;
/** Number of requests per tenant, which keeps the data of earlier requests. */
const PER_TENANT = 10;

/** Factor by which more requests without credentials are tried than others, because everybody can send them. */
const EARLY = 12;

/** Every trial, those without credentials first. */
export function* trialsOf(tenants: Tenants, app: FastifyInstance, options: CpuOptions): Generator<Trial> {
  const { only, every } = options;
  if (only === undefined) yield* everyNth(Math.ceil(every / EARLY), [...beforeCredentials(tenants), ...ofHost(app)]);
  yield* everyNth(every, ofOperations(tenants, options));
}

function* everyNth(every: number, trials: Iterable<Trial>): Generator<Trial> {
  let number = 0;
  for (const one of trials) if (number++ % every === 0) yield one;
}

/** Requests without credentials: long paths, headers and user tokens. */
function* beforeCredentials(tenants: Tenants): Generator<Trial> {
  const path = "/v2/users/get";
  const headerNames = [
    "authorization",
    "content-type",
    "idempotency-key",
    "origin",
    "x-request-id",
    "x-service-api-key",
    "x-service-auth-token",
  ];
  for (const [shape, unit] of Object.entries(units)) {
    yield trial(tenants, `a path of ${shape}`, HEAD, (bytes) => [`/${repeated(unit, bytes)}!`, {}]);
    yield trial(tenants, `a path of version 2 of ${shape}`, HEAD, (bytes) => [`/v2/${repeated(unit, bytes)}`, {}]);
    for (const name of headerNames)
      yield trial(tenants, `${name} of ${shape}`, HEAD, (bytes) => [
        path,
        { headers: { [name]: repeated(unit, bytes) } },
      ]);
    for (const head of ["Bearer ", "Bearer eyJhbGciOiJFZERTQSJ9."])
      yield trial(tenants, `a user token of ${shape}`, HEAD, (bytes) => {
        const authorization = head + repeated(unit, bytes);
        return [path, { headers: { ...noCredentials, authorization } }];
      });
  }
  yield trial(tenants, "many headers", HEAD, (bytes) => {
    const many = Array.from({ length: bytes / 16 }, (_, i) => [`x-auth-token-${i}`, "x"]);
    return [path, { headers: { ...noCredentials, ...Object.fromEntries(many) } }];
  });
}

const noCredentials = { "x-service-api-key": undefined, "x-service-auth-token": undefined };

/** Routes of the one-machine host, with long paths and queries. */
function* ofHost(app: FastifyInstance): Generator<Trial> {
  const paths = [
    "/health",
    "/.well-known/jwks.json",
    "/docs",
    "/docs/x",
    "/openapi.json",
    "/v2/documents/stream",
    "/v2/users/get",
  ];
  for (const path of paths)
    for (const [shape, unit] of Object.entries({
      ...units,
      pairs: "a=b&",
      "one name": "organizationId=a&",
      ampersands: "&",
    })) {
      const text = (bytes: number) => encodeURI(repeated(unit, bytes).toWellFormed()).slice(0, bytes);
      for (const between of ["?", "/"])
        yield {
          name: `${path}${between} with ${shape}`,
          bytes: HEAD,
          prepare: async (bytes) => {
            const url = path + between + text(bytes);
            const headers = { authorization: "Bearer x.y.z" };
            return () => app.inject({ url, headers });
          },
        };
    }
}

/** Requests with valid credentials and large bodies. */
function* ofOperations(tenants: Tenants, { contract, only = "", bytes }: CpuOptions): Generator<Trial> {
  for (const { path, dataSchema, example } of contract.operations) {
    // Version 1 is version 2 with fewer fields.
    if (!path.includes(only) || path.startsWith("/v1/")) continue;
    for (const [shape, parts] of Object.entries(costlyBodies))
      yield trial(tenants, `${path}, ${shape}`, bytes, (size) => [path, { raw: costlyBody(parts, size) }]);
    for (const { name, data } of blowups(contract, dataSchema, example))
      yield trial(tenants, `${path}, ${name}`, bytes, (size, tenant) => [path, { raw: rawOf(data(size), tenant) }]);
  }
}

function rawOf(data: unknown, tenant: Tenant): string {
  return JSON.stringify({ data }).replaceAll(/"ak_EXAMPLE\w+"/g, JSON.stringify(tenant.apiKeyId));
}

/** A request to the kernel, by a tenant with the data of the examples. */
function trial(
  tenants: Tenants,
  name: string,
  bytes: number,
  request: (bytes: number, tenant: Tenant) => [path: string, options: CallOptions],
): Trial {
  return {
    name,
    bytes,
    prepare: async (size) => {
      const tenant = await tenants.next();
      const [path, options] = request(size, tenant);
      return async () => {
        const { status } = await tenants.w.request(path, undefined, { tenant, ...options });
        if (status === 500) throw new Error("a fault of the service: answered 500");
        await tenants.w.drain();
      };
    },
  };
}

/** Tenants with the data of the examples, each for a few requests. */
export class Tenants {
  readonly w: World;
  #tenantCount = 0;
  #used = 0;
  #current: Promise<Tenant> | undefined;

  constructor(w: World) {
    this.w = w;
  }

  next(): Promise<Tenant> {
    if (!this.#current || this.#used >= PER_TENANT) {
      this.#used = 0;
      this.#current = this.#make();
    }
    this.#used++;
    return this.#current;
  }

  async #make(): Promise<Tenant> {
    const tenant = await this.w.newTenant(`owner${this.#tenantCount++}@example.com`);
    await addExampleData(this.w, tenant);
    return tenant;
  }
}
