import type * as z from "zod";
import type { AuditRule } from "#domain/audit/rule";
import type { EventType } from "#domain/events/types";
import type { Feature } from "#domain/workspaces/features";
import type { ErrorCode } from "#platform/error";
import type { KeyCall, PublicCall, WorkspaceCall, WriteCall } from "#src/call";
import type { Cost } from "#store/metered";
import type { UserRule } from "./auth/user-rule.ts";
import type { Instance } from "./instance.ts";

/** Who may call (docs/behaviour.md#credentials). Every endpoint declares it; there is no default. */
export type Auth = "apiKey" | "workspace" | "public";

/** The call that a reading handler gets besides its input. */
type ReadCallOf<A extends Auth> = { apiKey: KeyCall; workspace: WorkspaceCall; public: PublicCall }[A];

/** The call that a handler gets besides its input; only a `write` can write. */
type CallOf<A extends Auth, K extends Kind = "write"> = K extends "write" ? WriteCall<ReadCallOf<A>> : ReadCallOf<A>;

/** Whether an endpoint changes anything. */
export type Kind = "read" | "write";

/** The reply of a handler: `result` of the success envelope (docs/behaviour.md#replies). */
export interface Reply<Data = unknown> {
  message: string;
  data?: Data;
  /** Page token of the next page; missing on the last page. */
  pageToken?: string;
  nextPageToken?: string;
}

/** The reply of a handler that begins or ends the session of a browser. */
export interface SessionReply<Data = unknown> extends Reply<Data> {
  /** The secret for the session's cookie; `null` removes the cookie. It is not part of the body. */
  sessionSecret: string | null;
}

/** Cost of an endpoint's example with warm caches. A test measures it. */
export interface DeclaredCost extends Cost {
  /** Cost of the example with a user token; omitted if the endpoint accepts none. */
  byUser?: Cost;
  /** Reads that any design would need, judged by hand: at most one fewer than `reads`. Default: `reads`. */
  leastReads?: number;
  /** Explanation of the cost. */
  note?: string;
  /** Reason for one round trip more than usual: a read takes one, a write two. */
  extraTrip?: string;
}

/**
 * The form of the reply when fields of the input have these values; `undefined` stands for a field that is left out.
 * The first form that matches applies.
 */
export interface ReplyForm<Input> {
  when: { readonly [Field in keyof Input]?: readonly Extract<Input[Field], boolean | undefined>[] };
  output: z.ZodType;
}

/**
 * What an endpoint records in the audit log. A write declares it, or `false` if it changes only what people work with;
 * a read records nothing.
 */
type AuditOf<K extends Kind, Input> = K extends "write" ? { audit: AuditRule<Input> | false } : { audit?: never };

/** The declaration of an endpoint. Routes, functions, documentation, client and tests are derived from it. */
export type Declaration<
  A extends Auth,
  I extends z.ZodType,
  O extends z.ZodType,
  K extends Kind = Kind,
> = DeclaredFields<A, I, O, K> & AuditOf<K, z.output<I>>;

/** The fields that all endpoints declare in the same way. */
interface DeclaredFields<A extends Auth, I extends z.ZodType, O extends z.ZodType, K extends Kind = Kind> {
  /** Whole path with its version, such as `/v2/users/add`. The file has the same path below `api/`. */
  path: `/v${1 | 2}/${string}`;
  /** A second path with the same behaviour, usually in v1. It has no file. */
  alsoAt?: `/v${1 | 2}/${string}`;
  auth: A;
  /** What users may do here with a token instead of the API key. Default: nothing. */
  user?: A extends "apiKey" ? UserRule<z.output<I>> : never;
  /** Whether the body may contain `apiKey` and `authToken` instead of the headers (`http/auth/body-credentials.ts`). */
  credentialsInBody?: A extends "apiKey" ? boolean : never;
  /**
   * Whether read-only sessions may call it. Default: `true` for reads, `false` for writes. Must be `false` for reads
   * that return or sign credentials, because the caller could write with these.
   */
  readOnlySessions?: boolean;
  /** Whether a session may call it without its CSRF token, in order to get that token. */
  withoutCsrfToken?: true;
  /** Feature of the API key that must be on, else FAILED_PRECONDITION. */
  requires?: A extends "apiKey" ? Feature : never;
  /** A `write` accepts an `Idempotency-Key`. */
  kind: K;
  /** Events that a call may emit. */
  emits?: readonly EventType[];
  /** One sentence for the documentation. */
  summary: string;
  /** Shape of `data` in the request. */
  input: I;
  /**
   * Required fields that identify a body with the input at its top level, without the wrapper `data`; none
   * is named `data`. Default: the input is always wrapped.
   */
  bareBody?: readonly string[];
  /** Fields whose names may also be prefixed with the brand of the headers: `serviceUserIds` for `userIds`. */
  branded?: readonly string[];
  /** Name of the reply's field with the page token. Default: `pageToken`. */
  pageTokenName?: "nextPageToken";
  /** Errors of the whole call that do not follow from the rest of the declaration. For the documentation. */
  furtherErrors?: readonly ErrorCode[];
  /** Shape of `result.data` in the reply; `z.undefined()` if there is none. */
  output: O;
  /** Forms of `output`, if fields of the input choose between them: the client's method has an overload for each. */
  forms?: readonly ReplyForm<z.input<I>>[];
  cost: DeclaredCost;
  /** A request that succeeds in the example world (`functions/testing/harness/example-world.ts`). */
  example: z.input<I>;
  /** Whether it may exceed a storage quota, as endpoints that delete data or revoke access may. Its writes count nevertheless. */
  exemptFromQuota?: boolean;
  /** Maximum size of a body in bytes. Default: 1 MiB. */
  maxBytes?: number;
  /** The field of `data` that makes bodies large: from 256 KiB on the handler gets it as a `LargeJson`. */
  largeField?: string;
  instance?: Instance;
  handle(call: CallOf<A, K>, input: z.output<I>): Promise<Reply<z.input<O>> | SessionReply<z.input<O>>>;
}

/** An endpoint that is called with POST and answered once, with its types erased for the kernel. */
export interface CallEndpoint
  extends Omit<
    DeclaredFields<Auth, z.ZodType, z.ZodType>,
    "handle" | "requires" | "user" | "credentialsInBody" | "forms"
  > {
  /** For an alias: the path of the endpoint that declares it. */
  aliasOf?: string;
  requires?: Feature;
  credentialsInBody?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: as of the handler.
  user?: UserRule<any>;
  forms?: readonly ReplyForm<Record<string, boolean | undefined>>[];
  // biome-ignore lint/suspicious/noExplicitAny: as of the handler.
  audit?: AuditRule<any> | false;
  // biome-ignore lint/suspicious/noExplicitAny: each endpoint has its own types, which the kernel does not know.
  handle(call: any, input: any): Promise<Reply | SessionReply>;
}

/** Declares an endpoint; its types follow from `auth`, `input` and `output`. */
export function endpoint<A extends Auth, I extends z.ZodType, O extends z.ZodType, K extends Kind>(
  declaration: Declaration<A, I, O, K>,
): Declaration<A, I, O, K> {
  return declaration;
}

/**
 * The v1 form of a v2 endpoint: the same handler with fewer fields. `input` must produce the input of the v2 handler.
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
