import {
  type ProviderQuestion,
  type ProviderVerdict,
  providerRequest,
  readProviderReply,
} from "#domain/access/permission-provider";
import type { Outbound, OutboundReply } from "#outbound/port";

/** Where a customer's permission provider is asked. */
export interface ProviderTarget {
  /** http or https; empty: nobody can be asked. */
  url: string;
  /** Sent as `Authorization: Bearer`; empty: not sent. */
  authToken: string;
}

/** For one attempt, in ms. */
const PROVIDER_TIMEOUT = 3000;
/** A call is tried so often: once more where it did not get through or the provider failed. */
const ATTEMPTS = 2;
/** Most bytes of a reply. */
const MAX_PROVIDER_REPLY = 256 * 1024;

/**
 * Asks a provider, in at most 6 s. Never throws.
 * @returns a verdict for each question, or why there is none.
 */
export async function askProvider(
  outbound: Outbound,
  { url, authToken }: ProviderTarget,
  questions: readonly ProviderQuestion[],
): Promise<ProviderVerdict[] | { failure: string }> {
  if (url === "") return { failure: "no URL is configured" };
  const headers = {
    "content-type": "application/json",
    ...(authToken !== "" && { authorization: `Bearer ${authToken}` }),
  };
  const body = providerRequest(questions);
  let reply: OutboundReply = { body: "" };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    reply = await outbound.post({ url, headers, body, timeout: PROVIDER_TIMEOUT, maxReplyBytes: MAX_PROVIDER_REPLY });
    if (reply.status !== undefined && reply.status < 500) break;
  }
  if (reply.error !== undefined || reply.status === undefined) return { failure: reply.error ?? "there was no answer" };
  if (reply.status !== 200) return { failure: `it answered with status ${reply.status}` };
  return readProviderReply(reply.body, questions) ?? { failure: "its answer has not the form that it must have" };
}
