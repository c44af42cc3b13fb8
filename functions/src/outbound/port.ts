/** An HTTP POST to a customer's server. */
export interface OutboundRequest {
  /** http or https. */
  url: string;
  headers: Record<string, string>;
  body: string;
  /**
   * For whom and what the call is made. Calls of different callers never wait for each other: each caller has its own
   * connections to a host.
   */
  caller: string;
  /** Timeout of the whole call in ms: resolving the name, connecting, sending and reading. */
  timeout: number;
  /** Maximum number of bytes read from the reply's body. Default: 20,000. */
  maxReplyBytes?: number;
}

/** The outcome of a call. A call never throws, whatever the other side does. */
export interface OutboundReply {
  /** HTTP status; omitted if there was no complete answer. */
  status?: number;
  /** Why there was no complete answer: a message for the customer. */
  error?: string;
  /** The beginning of the reply's body, up to `maxReplyBytes`. */
  body: string;
  /** The `Retry-After` header. */
  retryAfter?: string;
}

/** Calls to servers of customers, without redirects, proxies or addresses of our own network. */
export interface Outbound {
  /** Sends a request. Never rejects. */
  post(request: OutboundRequest): Promise<OutboundReply>;
  /** Ends all connections. */
  close(): Promise<void>;
}
