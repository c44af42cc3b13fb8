import type * as z from "zod";
import type { Feature } from "#domain/workspaces/features";
import type { UserRule } from "#http/auth/user-rule";
import type { Instance } from "#http/instance";
import type { SetTimer } from "#platform/async/timer";
import type { StreamCall, StreamEvents, UserCall } from "#src/call";
import type { Context } from "#src/context";

/** Opens the streams of one process, and holds their shared state. */
export interface StreamSource<Input, Access> {
  /** Decides whether the user may follow what the input names. @throws ApiError */
  authorize(call: UserCall, input: Input): Promise<Access>;
  /** Opens a stream. It ends itself, with the reason as the last event, when the user may no longer follow it. */
  open(call: StreamCall, input: Input, access: Access): Promise<StreamEvents>;
  /** Ends all streams and asks their clients to reconnect. */
  close(): void;
}

/** The declaration of an endpoint that answers a GET request with events as they happen. */
export interface StreamDeclaration<I extends z.ZodObject, E extends Record<string, z.ZodType>, Access> {
  /** Whole path with its version. The file has the same path below `api/`. */
  path: `/v2/${string}`;
  kind: "stream";
  /** Streams are for users with a token; servers receive events through webhooks. */
  auth: "user";
  /** What the user must be allowed to do, which `authorize` of the source decides. */
  user: UserRule<z.output<I>>;
  /** Feature of the API key that must be on, else FAILED_PRECONDITION. */
  requires?: Feature;
  /** One sentence for the documentation. */
  summary: string;
  /** What the events are, for the documentation. */
  description: string;
  /** Parameters of the query. Others are ignored, because proxies add some. */
  input: I;
  /** Shapes of the events' data, by the names of the events. */
  events: E;
  /** One of the events, as it may be sent. */
  exampleEvent: { event: string; id: string; data: object };
  /** A request that succeeds in the example world, made by its user `ada`. */
  example: z.input<I>;
  instance?: Instance;
  /** Created once per process. */
  source(context: Context, timer: SetTimer): StreamSource<z.output<I>, Access>;
}

/** A stream with its types erased for the kernel. */
export interface StreamEndpoint
  extends Omit<StreamDeclaration<z.ZodObject, Record<string, z.ZodType>, unknown>, "user" | "source"> {
  // biome-ignore lint/suspicious/noExplicitAny: each stream has its own types, which the kernel does not know.
  user: UserRule<any>;
  // biome-ignore lint/suspicious/noExplicitAny: as of `user`.
  source(context: Context, timer: SetTimer): StreamSource<any, any>;
}

/** Declares a stream; its types follow from `input` and `events`. */
export function stream<I extends z.ZodObject, E extends Record<string, z.ZodType>, Access>(
  declaration: StreamDeclaration<I, E, Access>,
): StreamDeclaration<I, E, Access> {
  return declaration;
}
