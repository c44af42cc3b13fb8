import type * as z from "zod";
import type { EventType } from "#domain/events/types";
import type { Feature } from "#domain/workspaces/features";
import type { ErrorCode } from "#platform/error";
import type { Call, KeyCall, WorkspaceCall, WriteCall } from "#src/call";
import type { Cost } from "#store/metered";
import type { UserRule } from "./auth/user-rule.ts";
import type { Instance } from "./instance.ts";

/** Who may call (docs/behaviour.md#credentials). There is no default: an endpoint says it. */
export type Auth = "apiKey" | "workspace" | "public";

/** What a handler gets beside its input. */
type ReadCallOf<A extends Auth> = { apiKey: KeyCall; workspace: WorkspaceCall; public: Call }[A];

/** What a handler gets beside its input: one that reads can't write. */
type CallOf<A extends Auth, K extends Kind = "write"> = K extends "write" ? WriteCall<ReadCallOf<A>> : ReadCallOf<A>;

/** Whether an endpoint changes anything. */
export type Kind = "read" | "write";

/** What a handler answers; becomes `result` of the success envelope (docs/behaviour.md#replies). */
export interface Reply<Data = unknown> {
  message: string;
  data?: Data;
  /** Where the next page starts; left out on the last one. */
  pageToken?: string;
  nextPageToken?: string;
}

/** What the example of an endpoint costs once its credentials are cached. A test measures it. */
export interface DeclaredCost extends Cost {
  /** Reads that no design could do without, judged by hand: at most one fewer than `reads`. Missing: as many. */
  leastReads?: number;
  /** Why it costs what it does. */
  note?: string;
  /** Why it takes one round trip more than usual: a read takes one, a write two. */
  extraTrip?: string;
}

/** The declaration of an endpoint. Routes, functions, documentation, client and tests are derived from it. */
export interface Declaration<A extends Auth, I extends z.ZodType, O extends z.ZodType, K extends Kind = Kind> {
  /** Whole path with its version, such as `/v2/users/add`. The file stands at the same place below `api/`. */
  path: `/v${1 | 2}/${string}`;
  /** Its path in v1, where that answers in every way as this one. No file stands there. */
  alsoAt?: `/v1/${string}`;
  auth: A;
  /** What users may do here with a token in place of the API key; missing: nothing. */
  user?: A extends "apiKey" ? UserRule<z.output<I>> : never;
  /** Feature of the API key that must be on, else FAILED_PRECONDITION. */
  requires?: A extends "apiKey" ? Feature : never;
  /** A `write` takes an `Idempotency-Key`. */
  kind: K;
  /** Events that a call may cause; whoever subscribed to them is told. */
  emits?: readonly EventType[];
  /** One sentence for the documentation. */
  summary: string;
  /** Shape of `data` in the request. */
  input: I;
  /**
   * Fields by which a body is told that has the input at its top level, without the wrapper `data`: required ones, none
   * of them named `data`. Missing: the input is always wrapped.
   */
  bareBody?: readonly string[];
  /** Name of the field of replies that leads to the next page, where it is not `pageToken`. */
  pageTokenName?: "nextPageToken";
  /** Errors of the whole call that nothing else of the declaration leads to. For the documentation. */
  furtherErrors?: readonly ErrorCode[];
  /** Shape of `result.data` in the reply; `z.undefined()` where there is none. */
  output: O;
  cost: DeclaredCost;
  /** A request that succeeds in the example world (`functions/testing/harness/example-world.ts`). */
  example: z.input<I>;
  /** Largest body in bytes, where it is not 1 MiB. */
  maxBytes?: number;
  /** The field of `data` that makes bodies large: above 256 KiB the handler gets it as a `LargeJson`. */
  largeField?: string;
  instance?: Instance;
  handle(call: CallOf<A, K>, input: z.output<I>): Promise<Reply<z.input<O>>>;
}

/** An endpoint that is called with POST and answered once, as the kernel sees it, its types forgotten. */
export interface CallEndpoint extends Omit<Declaration<Auth, z.ZodType, z.ZodType>, "handle" | "requires" | "user"> {
  /** Of the endpoint at an `alsoAt`: the path of the file that declares it. */
  aliasOf?: string;
  requires?: Feature;
  // biome-ignore lint/suspicious/noExplicitAny: as of the handler.
  user?: UserRule<any>;
  // biome-ignore lint/suspicious/noExplicitAny: each endpoint has its own types, which the kernel does not know.
  handle(call: any, input: any): Promise<Reply>;
}

/** Declares an endpoint; its types follow from `auth`, `input` and `output`. */
export function endpoint<A extends Auth, I extends z.ZodType, O extends z.ZodType, K extends Kind>(
  declaration: Declaration<A, I, O, K>,
): Declaration<A, I, O, K> {
  return declaration;
}

/**
 * The v1 form of a v2 endpoint: the same handler, fewer fields. `input` must produce what the handler of v2 takes.
 * This is the one case where an endpoint file imports another: its own twin.
 */
export function earlierVersion<
  A extends Auth,
  I extends z.ZodType,
  O extends z.ZodType,
  K extends Kind,
  J extends z.ZodType = I,
>(
  twin: Declaration<A, I, O, K>,
  changes: {
    path: `/v1/${string}`;
    input?: J;
    cost?: DeclaredCost;
    example?: z.input<J>;
    requires?: undefined;
    summary?: string;
    emits?: readonly EventType[] | undefined;
  },
): Declaration<A, J, O, K> {
  return { ...twin, ...changes } as unknown as Declaration<A, J, O, K>;
}
