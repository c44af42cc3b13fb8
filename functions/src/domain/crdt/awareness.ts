import { type ApiError, invalidField } from "#platform/error";
import { sizeOf, YjsReader, YjsWriter } from "./yjs-bytes.ts";

/** The awareness state of one client of an editor, such as its cursor. */
export interface AwarenessState {
  /** Yjs client id. */
  client: number;
  /** Rises with each change. */
  clock: number;
  /** JSON text; `LEFT`: the client has left. */
  state: string;
}

/** An awareness state with the user who sent it, as the service has authenticated them. */
export interface AuthoredAwareness extends AwarenessState {
  /** Undefined for a server with an API key. */
  userId?: string | undefined;
}

/** The state of a client that has left. */
export const LEFT = "null";
/** Maximum number of clients that one user may speak for at a time, and maximum length of each state in characters. */
export const MAX_CLIENTS = 8;
export const MAX_STATE_LENGTH = 8192;
/**
 * Maximum size of an awareness update from a client, in bytes: as many states as allowed, each of the maximum length.
 */
export const MAX_AWARENESS_BYTES = MAX_CLIENTS * (3 * MAX_STATE_LENGTH + 32);

/**
 * Largest clock of a client. The message that it has left has the next one, which every client must be able to read and
 * to pass on. No client gets near it.
 */
const MAX_CLOCK = 2 ** 52;

/** Whether a state is newer than the previous one of the same client. */
export function isNewer({ clock, state }: AwarenessState, before: Pick<AwarenessState, "clock"> | undefined): boolean {
  return !before || clock > before.clock || (clock === before.clock && state === LEFT);
}

/** Whether the client is present and belongs to another user. Nobody may speak for another user's client. */
export function isOfAnother(
  { userId }: Pick<AuthoredAwareness, "userId">,
  before: Pick<AuthoredAwareness, "state" | "userId"> | undefined,
) {
  return before !== undefined && before.state !== LEFT && before.userId !== userId;
}

/** The error for more states, or longer ones, than a client may have. */
export function tooMuchAwareness(): ApiError {
  const limits = `${MAX_CLIENTS} clients, and ${MAX_STATE_LENGTH} characters of JSON for each`;
  return invalidField("data.awareness", `must hold at most ${limits}.`);
}

/**
 * Reads an awareness update of y-protocols. Leaves out states with a clock that is too large.
 * @param most maximum number of states.
 * @throws Error if the bytes are no awareness update.
 * @throws ApiError INVALID_ARGUMENT if there are more states, before any is read.
 */
export function readAwareness(bytes: Uint8Array, most = Number.POSITIVE_INFINITY): AwarenessState[] {
  const reader = new YjsReader(bytes);
  const states: AwarenessState[] = [];
  const count = reader.number();
  if (count > bytes.length) throw new Error("no awareness update");
  if (count > most) throw tooMuchAwareness();
  for (let remainingCount = count; remainingCount > 0; remainingCount--) {
    const [client, clock, state] = [reader.number(), reader.number(), reader.text()];
    JSON.parse(state);
    if (clock <= MAX_CLOCK) states.push({ client, clock, state });
  }
  return states;
}

/** Writes an awareness update of y-protocols. */
export function writeAwareness(states: readonly AwarenessState[]): Uint8Array {
  const entries = states.map(({ client, clock, state }) => ({ numbers: [client, clock], text: Buffer.from(state) }));
  const sizes = entries.map(
    ({ numbers, text }) => text.length + [...numbers, text.length].reduce((size, number) => size + sizeOf(number), 0),
  );
  const writer = new YjsWriter(sizes.reduce((sum, size) => sum + size, sizeOf(states.length)));
  writer.number(states.length);
  for (const { numbers, text } of entries) {
    for (const number of [...numbers, text.length]) writer.number(number);
    writer.append(text);
  }
  return writer.bytes;
}
