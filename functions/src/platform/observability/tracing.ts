/** What is known of a span: ids, names and numbers, never a secret. */
export type SpanAttributes = Record<string, string | number | boolean>;

/** What a span begins with. */
export interface SpanOptions {
  /** `server`: answers a call; `client`: makes one; `internal`: neither. */
  kind: "server" | "client" | "internal";
  attributes?: SpanAttributes;
  /** W3C `traceparent` of what caused it. Missing or malformed: it begins a trace. */
  parent?: string | undefined;
}

/** A piece of work in a trace, while it is under way. */
export interface Span {
  /** W3C `traceparent` that makes what follows a part of the same trace. */
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** Ends it, once. @param failure what went wrong, in words without secrets. */
  end(failure?: string): void;
}

/** Traces for the operator. Where nobody wants them there is none of this: whoever has spans asks for it first. */
export interface Tracing {
  start(name: string, options: SpanOptions): Span;
  /** Sends what waits. Never throws. */
  close(): Promise<void>;
}
