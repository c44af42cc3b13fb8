import type { Contract, Operation } from "../contract/contract.ts";
import type { FuzzTenant } from "../server/tenants.ts";
import type { Chance } from "./chance.ts";
import { Pool } from "./pool.ts";
import type { FuzzRequest, Received } from "./wire.ts";

/** The intent of a request: valid, at or just beyond a limit, or wrong on purpose. */
export type Kind = "valid" | "boundary" | "hostile";

/** One request, and what is known about its reply. */
export interface Case {
  kind: Kind;
  /** What the request does, in a few words. */
  what: string;
  /** Omitted if the request goes to no operation of the contract. */
  operation?: Operation;
  sent: FuzzRequest;
  /** `data` of the body, if there is one. */
  data?: unknown;
  /** Whether it must not succeed. */
  mustFail?: boolean;
  /** Whether its body is valid by the contract and its credentials are right. */
  isValid?: boolean;
  /** The HTTP statuses that the reply may have. */
  statuses?: number[];
}

/** A call whose reply had a token for the next page. */
export interface Page {
  operation: Operation;
  data: object;
  token: string;
}

/** The material for one tenant's requests; it learns from their replies. */
export class FuzzWorld {
  readonly contract: Contract;
  readonly tenant: FuzzTenant;
  /** Another tenant, whose data must not appear. */
  readonly stranger: FuzzTenant;
  readonly pool = new Pool();
  /** `data` of calls that succeeded, by path. */
  readonly #successes = new Map<string, unknown[]>();
  readonly pages: Page[] = [];
  /** Pages of another tenant. */
  readonly strangersPages: Page[];

  constructor(contract: Contract, tenant: FuzzTenant, stranger: FuzzTenant, strangersPages: Page[] = []) {
    this.strangersPages = strangersPages;
    this.contract = contract;
    this.tenant = tenant;
    this.stranger = stranger;
    for (const operation of contract.operations) this.pool.learn(this.exampleOf(operation));
  }

  /** `data` of a call that succeeds as long as the example world is intact. */
  exampleOf({ example }: Operation): unknown {
    return JSON.parse(JSON.stringify(example).replaceAll(/"ak_EXAMPLE\w+"/g, JSON.stringify(this.tenant.apiKeyId)));
  }

  /** `data` of an earlier call that succeeded. */
  earlier({ path }: Operation, chance: Chance): unknown {
    const successes = this.#successes.get(path) ?? [];
    return successes.length > 0 ? chance.pick(successes) : undefined;
  }

  /** Records the ids, tokens and values in a successful call and its reply. */
  learn({ operation, data, sent }: Case, { status, text }: Received): void {
    if (!operation || status !== 200 || data === undefined || text.length > 50_000 || sent.body.length > 20_000) return;
    const { result } = JSON.parse(text);
    const successes = this.#successes.get(operation.path) ?? [];
    this.#successes.set(operation.path, [...successes.slice(-4), data]);
    this.pool.learn(data);
    this.pool.learn(idsIn(result.data));
    const token = result.pageToken ?? result.nextPageToken;
    if (token && typeof data === "object" && data !== null) this.pages.push({ operation, data, token });
    if (this.pages.length > 20) this.pages.shift();
    // The auth token of the key itself was replaced: the next calls need the new one.
    const [authToken] = /\bat_\w{30,}/.exec(text) ?? [];
    if (authToken && JSON.stringify(data).includes(this.tenant.apiKeyId)) this.tenant.authToken = authToken;
  }
}

/** Ids in a reply, by the names of their fields. */
function idsIn(data: unknown): unknown {
  const ids: Record<string, unknown>[] = [];
  const visit = (value: unknown) => {
    if (Array.isArray(value)) value.slice(0, 5).forEach(visit);
    else if (typeof value === "object" && value !== null)
      for (const [key, inner] of Object.entries(value)) {
        if (/Id$/.test(key) && typeof inner === "string") ids.push({ [key]: inner });
        else visit(inner);
      }
  };
  visit(data);
  return ids.slice(0, 20);
}
