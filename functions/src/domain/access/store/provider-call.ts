import {
  type CheckSignature,
  type ProviderQuestion,
  type ProviderVerdict,
  providerRequest,
  readProviderReply,
} from "#domain/access/permission-provider";
import type { Outbound, OutboundReply } from "#outbound/port";

/** Address of a customer's permission provider. */
export interface ProviderTarget {
  /** The API key that uses it. */
  apiKeyId: string;
  /** An http(s) URL; empty when none is configured. */
  url: string;
  /** Sent as `Authorization: Bearer`, unless it is empty. */
  authToken: string;
}

/** Timeout of one attempt, in ms. */
const PROVIDER_TIMEOUT = 3000;
/** Attempts per call: the second follows a network error or a 5xx status. */
const ATTEMPTS = 2;
/** Largest reply, in bytes. */
const MAX_PROVIDER_REPLY = 256 * 1024;

/** Why a provider has given no verdicts. */
export interface ProviderFailure {
  failure: string;
  /** The provider can't be reached, times out or fails with a 5xx status, so the next question would fail as well. */
  isOut?: boolean;
}

/**
 * Asks a provider, in at most 6 s. Never throws.
 * @returns a verdict for each question, or the reason why there are none.
 */
export async function askProvider(
  outbound: Outbound,
  { apiKeyId, url, authToken }: ProviderTarget,
  questions: readonly ProviderQuestion[],
  isSigned: CheckSignature,
): Promise<ProviderVerdict[] | ProviderFailure> {
  if (url === "") return { failure: "no URL is configured" };
  const headers = {
    "content-type": "application/json",
    ...(authToken !== "" && { authorization: `Bearer ${authToken}` }),
  };
  const body = providerRequest(questions);
  let reply: OutboundReply = { body: "" };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    reply = await outbound.post({
      url,
      headers,
      body,
      caller: `permissions ${apiKeyId}`,
      timeout: PROVIDER_TIMEOUT,
      maxReplyBytes: MAX_PROVIDER_REPLY,
    });
    if (reply.status !== undefined && reply.status < 500) break;
  }
  const { error, status } = reply;
  if (error !== undefined || status === undefined) return { failure: error ?? "there was no answer", isOut: true };
  // Any other status may concern only these questions, and must not cost other users their access.
  if (status !== 200) return { failure: `it answered with status ${status}`, isOut: status >= 500 };
  return readProviderReply(reply.body, questions, isSigned);
}
