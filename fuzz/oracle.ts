import { allowedReasons } from "./contract/exceptions.ts";
import type { Case, FuzzWorld } from "./requests/cases.ts";
import type { Received } from "./requests/wire.ts";

/** Bodies up to this size are read entirely before the reply; above it, the reply may be lost with the connection. */
const READ_WHOLE = 1_000_000;

/** What is wrong with a reply. It begins with a few words that are the same for the same kind of defect. */
export function complaintAbout(world: FuzzWorld, one: Case, received: Received): string | undefined {
  const { operation, sent, mustFail, isValid, statuses } = one;
  const { status, headers, failure } = received;
  const isLost = sent.body.length > READ_WHOLE || sent.raw !== undefined;
  if (status === 0) return isLost ? undefined : `no answer: ${failure}`;
  if (status >= 500) return `a fault of the service: answered ${status}`;
  const leak = leakOf(world, received.text);
  if (leak) return `data of another tenant: ${leak} in the answer`;
  if (statuses && !statuses.includes(status))
    return `an unexpected answer: ${status}, not one of ${statuses.join(", ")}`;
  if (sent.raw !== undefined || !operation) return status >= 400 ? envelopeFault(world, received) : undefined;
  if (!headers["x-request-id"]) return "a header is missing: x-request-id";
  if (sent.method !== "POST") return methodFault(world, one, received);
  if (mustFail && status === 200) return "accepted a request that must be refused: answered 200";
  const body = parseJson(received.text);
  if (body === undefined) return "no JSON in the answer: it can't be parsed";
  const refusal = isValid ? refusalOf(body) : undefined;
  if (refusal !== undefined) return `refused a request that the contract allows: ${refusal}`;
  const fault = world.contract.answerFault(operation, status, body);
  return fault && `a reply that the contract does not allow: answered ${status}, ${fault}`;
}

/** The message of an INVALID_ARGUMENT, of the call or an item, for a reason that the contract could have expressed. */
function refusalOf(body: unknown): string | undefined {
  const { error, result } = body as { error?: { status: string; message: string }; result?: { data?: unknown } };
  const items = Object.values(result?.data ?? {}) as ({ code?: unknown; message?: unknown } | null)[];
  const messages = [
    ...(error?.status === "INVALID_ARGUMENT" ? [error.message] : []),
    ...items.flatMap((item) => (item?.code === "invalid-argument" ? [String(item.message)] : [])),
  ];
  return messages.find((text) => !allowedReasons.some(({ message }) => message.test(text)));
}

function methodFault(world: FuzzWorld, { sent }: Case, received: Received): string | undefined {
  if (received.status === 204) return undefined;
  if (received.headers.allow !== "POST") return "a header is missing: allow";
  return sent.method === "HEAD" ? undefined : envelopeFault(world, received);
}

function envelopeFault({ contract }: FuzzWorld, { text, status }: Received): string | undefined {
  const fault = contract.errorFault(parseJson(text));
  return fault && `not the error envelope: answered ${status}, ${fault}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Finds another tenant's mark: every tenant's data contains its own. */
function leakOf({ tenant }: FuzzWorld, text: string): string | undefined {
  for (const [mark] of text.matchAll(/-mark\d+x/g)) if (mark !== tenant.mark) return mark;
  return undefined;
}

/** The part of a complaint that is the same for the same kind of defect. */
export function kindOf(complaint: string): string {
  return complaint.split(":", 1)[0] ?? complaint;
}
