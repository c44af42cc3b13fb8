import * as z from "zod";
import { decide } from "#domain/access/store/user-decisions";
import {
  type AwarenessState,
  LEFT,
  MAX_AWARENESS_BYTES,
  MAX_CLIENTS,
  readAwareness,
  tooMuchAwareness,
} from "#domain/crdt/awareness";
import { Base64, crdtFields } from "#domain/crdt/crdt";
import { saveAwareness } from "#domain/crdt/store/awareness";
import { showOnline } from "#domain/presence/store/online";
import { documentOf } from "#http/auth/user-rule";
import { endpoint } from "#http/endpoint";
import { ApiError, invalidField } from "#platform/error";
import type { UserCall, WriteCall } from "#src/call";

/** Default of the minimum time between two calls of a client, in ms. */
const INTERVAL = 100;

export default endpoint({
  path: "/v2/crdt/awareness",
  auth: "apiKey",
  user: { action: "read", on: documentOf },
  kind: "write",
  audit: false,
  summary: "Send a client's cursor, selection and name to everyone else who has the editor open.",
  input: z.object({
    ...crdtFields,
    /** An awareness update of y-protocols (`encodeAwarenessUpdate`). */
    awareness: Base64,
  }),
  output: z.object({
    /** Minimum time until the client should call again, in ms. */
    intervalMs: z.number(),
  }),
  cost: {
    reads: 2,
    writes: 1,
    trips: 2,
    byUser: { reads: 9, writes: 2, trips: 5 },
    note: "The user's presence is written at most once in 30 s.",
  },
  example: {
    organizationId: "acme",
    documentId: "homepage",
    editorId: "title",
    awareness: "AQcBGnsidXNlciI6IHsibmFtZSI6IkdyYWNlIn19",
  },
  async handle(call, { awareness, ...place }) {
    const states = statesOf(awareness);
    const { user } = call;
    if (await isVisible(call, place)) {
      const isOpening = await saveAwareness(call, place, states);
      const isHere = states.some(({ state }) => state !== LEFT);
      if (user && isHere) await showOnline({ ...call, user }, place, { isOpening });
    }
    const { awarenessInterval: intervalMs = INTERVAL } = call.settings;
    return { message: "Awareness sent successfully.", data: { intervalMs } };
  },
});

/** Whether others may see where the caller is. */
async function isVisible(call: WriteCall, place: { organizationId: string; documentId: string }): Promise<boolean> {
  const { user } = call;
  if (!user || call.settings.viewersAreVisible !== false) return true;
  const { organizationId, documentId } = place;
  const [write] = await decide({ ...call, user } as UserCall, [
    { place: { organizationId, documentId }, action: "write" },
  ]);
  return write?.allowed === true;
}

/** @throws ApiError INVALID_ARGUMENT */
function statesOf(awareness: string): AwarenessState[] {
  const bytes = Buffer.from(awareness, "base64");
  if (bytes.length > MAX_AWARENESS_BYTES) throw tooMuchAwareness();
  try {
    return readAwareness(bytes, MAX_CLIENTS);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw invalidField("data.awareness", "must be an awareness update of y-protocols.");
  }
}
