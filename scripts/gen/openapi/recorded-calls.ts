import type { CallEndpoint } from "@atrium/functions/http/endpoint";
import type { RecordedCall } from "@atrium/functions/http/openapi/operation";
import { exampleOf, exampleWorld } from "@atrium/functions/testing/harness/example-world";
import type { Tenant } from "@atrium/functions/testing/harness/world";
import { doorOf } from "@atrium/functions/testing/suites/conformance/door";

/** Id of the API key in every recorded call. */
export const exampleApiKey = "ak_EXAMPLEexampleEXAMPLE1";

/** Maximum number of items in a list of a reply, as the event catalogue has dozens of similar entries. */
const MOST_ITEMS = 5;

/**
 * Runs each endpoint's example in a fresh example world. The result is repeatable, because random values are replaced.
 */
export async function recordedCalls(endpoints: readonly CallEndpoint[]): Promise<Map<string, RecordedCall>> {
  const calls = new Map<string, RecordedCall>();
  for (const endpoint of endpoints) {
    const { w, send } = doorOf(await exampleWorld(), endpoint);
    const data = exampleOf(endpoint, w.tenant);
    const { status, body } = await send({ data });
    if (status !== 200) throw new Error(`${endpoint.path} answered ${JSON.stringify(body)}`);
    await w.drain();
    const { data: replyData } = body.result;
    if (Array.isArray(replyData)) body.result.data = replyData.slice(0, MOST_ITEMS);
    calls.set(endpoint.path, withoutChance({ data, reply: body }, w.tenant));
  }
  return calls;
}

const digits = "EXAMPLEexample";
/** Lengths of ids without prefix on one machine, for kinds whose ids are longer on Firestore. */
const idLengths = new Map([
  ["evt_", 20],
  ["dlv_", 29],
]);

/** The call with every random string replaced by a fixed one of the same length and prefix. */
function withoutChance(call: RecordedCall, tenant: Tenant): RecordedCall {
  const stable = new Map([[tenant.apiKeyId, exampleApiKey]]);
  const replace = (text: string, prefix = "") => {
    const knownReplacement = stable.get(text);
    if (knownReplacement !== undefined) return knownReplacement;
    const rest = idLengths.get(prefix) ?? text.length - prefix.length;
    const replacement = `${prefix}${digits.repeat(Math.ceil(rest / digits.length)).slice(0, rest - 1)}${stable.size + 1}`;
    stable.set(text, replacement);
    return replacement;
  };
  const text = JSON.stringify(call)
    .replaceAll(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl")
    .replaceAll(/"signature":"[0-9a-f]{64}"/g, `"signature":"${"0123456789abcdef".repeat(4)}"`)
    .replaceAll(/"(nextPageToken|pageToken)":"[^"]+"/g, '"$1":"bmV4dCBwYWdl"')
    .replaceAll(/(\bwhsec_)[\w+/=]{32}/g, (secret, prefix) => replace(secret, prefix))
    .replaceAll(/\b([a-z]+_)[0-9A-Za-z]{20,}\b/g, (id, prefix) => replace(id, prefix));
  return JSON.parse(text);
}
