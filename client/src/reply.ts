import type { CallOptions, StreamOptions } from "./options.ts";

/** The result of a call. */
export interface Reply<Data> {
  data: Data;
  /** One sentence about the result. */
  message: string;
  /** Quote it to the operator of the server. */
  requestId: string;
  /** Whether the reply is that of an earlier call with the same idempotency key. */
  replayed: boolean;
}

/** One page of a list. */
export interface Page<Data> extends Reply<Data> {
  /**
   * The `pageToken` of the next call, for the next page; undefined on the last page. A page that has one may be short or
   * empty.
   */
  pageToken?: string | undefined;
}

/**
 * What a call accepts for an input: also lists that can't be changed, and objects whose type is an interface where
 * fields of any name are allowed. The compiler accepts these for `any` but not for `unknown`.
 */
export type Accepts<Input> = Input extends readonly (infer Item)[]
  ? readonly Accepts<Item>[]
  : unknown extends Input
    ? // biome-ignore lint/suspicious/noExplicitAny: see above.
      any
    : Input extends object
      ? { [Name in keyof Input]: Accepts<Input[Name]> }
      : Input;

/** The arguments of a call: the input may be omitted if all of its fields are optional. */
type Arguments<Input> =
  Record<never, never> extends Input
    ? [input?: Accepts<Input>, options?: CallOptions]
    : [input: Accepts<Input>, options?: CallOptions];

/** An endpoint. */
export type Method<Input, Data> = (...args: Arguments<Input>) => Promise<Reply<Data>>;

/** An event of a stream. */
export type StreamEvent<Events> = {
  [Name in keyof Events]: {
    event: Name;
    data: Events[Name];
    /** Use it as `lastEventId` to reopen the stream; empty until an event has had an id. */
    id: string;
  };
}[keyof Events];

/** An endpoint that sends events as they happen, until the server ends the stream or the caller leaves the loop. */
export type StreamMethod<Input, Events> = (
  input: Input,
  options?: StreamOptions,
) => AsyncGenerator<StreamEvent<Events>, void, undefined>;

/** An endpoint with pages. */
export interface PagedMethod<Input, Data> {
  (...args: Arguments<Input>): Promise<Page<Data>>;
  /** The pages one after another, starting with the one of `pageToken`. */
  pages(...args: Arguments<Input>): AsyncGenerator<Page<Data>, void, undefined>;
}

/** An endpoint that lists items of one kind in pages. */
export interface ListMethod<Input, Data> extends PagedMethod<Input, Data> {
  /** All items of the list, fetched in pages as they are consumed. */
  each(...args: Arguments<Input>): AsyncGenerator<ItemOf<Data>, void, undefined>;
}

/** The items of a list; grouped lists hold them under the name of each group. */
export type ItemOf<Data> = Data extends readonly (infer Item)[]
  ? Item
  : Data extends Record<string, readonly (infer Item)[]>
    ? Item
    : never;
