/** One call to a customer's server. */
export interface OutboundRequest {
  /** http or https. */
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Milliseconds for all of it: looking up the name, connecting, sending and reading. */
  timeout: number;
  /** Most bytes of the reply's body that are read; missing: 20,000. */
  maxReplyBytes?: number;
}

/** What came of it. A call never throws: whatever the other side does is an outcome. */
export interface OutboundReply {
  /** HTTP status; missing where there was no answer. */
  status?: number;
  /** Why there was no whole answer, in words for the customer. */
  error?: string;
  /** The beginning of the reply's body, at most 20,000 bytes or as many as were asked for. */
  body: string;
  /** The header of this name. */
  retryAfter?: string;
}

/** Calls to servers of customers: no redirects, no proxies, no addresses of our own network. */
export interface Outbound {
  post(request: OutboundRequest): Promise<OutboundReply>;
  /** Ends all connections. */
  close(): Promise<void>;
}
