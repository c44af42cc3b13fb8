import { useEffect, useState } from "react";
import { type Client, userClient } from "../../session/clients.ts";
import type { DocumentEvent } from "./stream-items.ts";
import { initialStreamState, type StreamState, withEvents, withoutEvents } from "./stream-state.ts";

/** Which document is followed, and as whom. */
export interface StreamPlace {
  organizationId: string;
  documentId: string;
  userId: string;
  /** Ids of editors, separated by commas; empty for none. */
  editors: string;
}

/** The state of the connection. */
export type Connection = { kind: "connecting" | "connected" | "broken" } | { kind: "ended"; error: Error | undefined };

/** Interval at which arrived events are rendered, ms, so that hundreds per second do not keep the page busy. */
const DRAW = 100;

/**
 * Follows a document.
 * @param attempt a different number reconnects.
 */
export function useStream(client: Client, place: StreamPlace, attempt: number) {
  const [connection, setConnection] = useState<Connection>({ kind: "connecting" });
  const [state, setState] = useState<StreamState>(initialStreamState);
  const { organizationId, documentId, userId, editors } = place;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reconnects.
  useEffect(() => {
    const leaving = new AbortController();
    const arrived: DocumentEvent[] = [];
    setConnection({ kind: "connecting" });
    const timer = setInterval(() => {
      if (arrived.length === 0) return;
      const events = arrived.splice(0);
      setState((before) => withEvents(before, events, Date.now()));
    }, DRAW);
    const follow = async () => {
      const user = userClient(() => signedToken(client, { organizationId, userId }));
      const events = user.documents.stream(
        { organizationId, documentId, ...(editors !== "" && { editors }) },
        { signal: leaving.signal, onDisconnect: () => setConnection({ kind: "broken" }) },
      );
      for await (const event of events) {
        setConnection((before) => (before.kind === "connected" ? before : { kind: "connected" }));
        arrived.push(event);
      }
    };
    follow().then(
      () => setConnection({ kind: "ended", error: undefined }),
      (error: Error) => {
        if (!leaving.signal.aborted) setConnection({ kind: "ended", error });
      },
    );
    return () => {
      leaving.abort();
      clearInterval(timer);
    };
  }, [client, organizationId, documentId, userId, editors, attempt]);
  /** Removes the events up to the number `lastNumber`; those that a paused display does not show yet are kept. */
  const clear = (lastNumber: number) => setState((before) => withoutEvents(before, lastNumber));
  return { connection, state, clear };
}

/** Signs a token for a person that grants no more than the person's own rights. */
async function signedToken(client: Client, place: Pick<StreamPlace, "organizationId" | "userId">): Promise<string> {
  const { organizationId, userId } = place;
  const { data: people } = await client.users.get({ organizationId, userIds: [userId] });
  const [person] = Array.isArray(people) ? people : [];
  const { data } = await client.auth.generate_token({
    userId,
    userProperties: { name: person?.name || userId, email: person?.email || "nobody@example.com" },
    permissions: { resources: [] },
  });
  return data.token;
}
