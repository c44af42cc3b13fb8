// Makes the awareness states of others safe to show: any program with a user's token may send any JSON as its state.
import type { Awareness } from "y-protocols/awareness";

/** A colour as this page writes it, such as `#1f9d55` or `#1f9d5533`. */
const COLOUR = /^#[0-9a-f]{6}(?:[0-9a-f]{2})?$/i;

/**
 * Removes from the states of others what an editor can't draw. It runs before the bindings, which handle the same change
 * later: they write colours into styles unchecked, and fail at invalid cursors.
 */
export function keepDrawable(awareness: Awareness): void {
  const { states, clientID } = awareness;
  const keep = (clients: readonly number[]) => {
    for (const client of clients) {
      const state = states.get(client);
      if (state && client !== clientID) states.set(client, drawable(state));
    }
  };
  keep([...states.keys()]);
  awareness.on("change", ({ added, updated }: { added: number[]; updated: number[] }) => keep([...added, ...updated]));
}

function drawable({ user, cursor, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return { ...rest, ...(isUser(user) && { user }), ...(isCursor(cursor) && { cursor }) };
}

function isUser(user: unknown): boolean {
  const { name, color, colorLight } = Object(user) as Record<string, unknown>;
  return typeof name === "string" && [color, colorLight].every((one) => typeof one === "string" && COLOUR.test(one));
}

function isCursor(cursor: unknown): boolean {
  const { anchor, head } = Object(cursor) as Record<string, unknown>;
  return [anchor, head].every(isPosition);
}

/** Whether a value is the JSON of a relative position, which names an item or the type that contains it. */
function isPosition(json: unknown): boolean {
  const { item, type, tname } = Object(json) as Record<string, unknown>;
  const isName = typeof tname === "string";
  return [item, type].every((id) => id === null || isId(id)) && (isName || (tname === null && (item ?? type) !== null));
}

function isId(id: unknown): boolean {
  const { client, clock } = Object(id) as Record<string, unknown>;
  return Number.isSafeInteger(client) && Number.isSafeInteger(clock);
}
