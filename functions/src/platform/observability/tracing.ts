/** Attributes of a span: ids, names and numbers, never a secret. */
export type SpanAttributes = Record<string, string | number | boolean>;

/** Options for starting a span. */
export interface SpanOptions {
  /** `server`: answers a call; `client`: makes one; `internal`: neither. */
  kind: "server" | "client" | "internal";
  attributes?: SpanAttributes;
  /** W3C `traceparent` of its cause. If missing or malformed, the span begins a new trace. */
  parent?: string | undefined;
}

/** A piece of work in a trace, while it is under way. */
export interface Span {
  /** W3C `traceparent` to pass on, so that later spans become part of the same trace. */
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** Ends the span; call it once. @param failure what went wrong, in words without secrets. */
  end(failure?: string): void;
}

/** Traces for the operator. It is optional in the context: check that it exists before starting a span. */
export interface Tracing {
  start(name: string, options: SpanOptions): Span;
  /** Sends pending spans. Never throws. */
  close(): Promise<void>;
}
