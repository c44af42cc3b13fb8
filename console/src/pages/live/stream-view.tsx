import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { Notice } from "../../components/notice.tsx";
import type { Client } from "../../session/clients.ts";
import { useTexts } from "../../texts/texts.tsx";
import { usePerson } from "../access/use-check.ts";
import { Cursors } from "./cursors.tsx";
import { EventTable } from "./event-table.tsx";
import { PresentPeople } from "./present-people.tsx";
import { type StreamState, withoutEvents } from "./stream-state.ts";
import { type Connection, type StreamPlace, useStream } from "./use-stream.ts";

interface StreamViewProps {
  client: Client;
  apiKey: string;
  place: StreamPlace;
}

/** The people in a document, its live state, and its events as they arrive. */
export function StreamView({ client, apiKey, place }: StreamViewProps) {
  const { live, access } = useTexts();
  const [attempt, setAttempt] = useState(0);
  const [pausedState, hold] = useState<StreamState>();
  const { connection, state, clear } = useStream(client, place, attempt);
  const person = usePerson(client, apiKey, place);
  const shownState = pausedState ?? state;
  const { presence, liveState, cursors, events, earlier } = shownState;
  const empty = () => {
    clear(shownState.count);
    hold(pausedState && withoutEvents(pausedState, pausedState.count));
  };
  return (
    <>
      {/* An unknown person can be followed too: with a token, anybody sees what is open to everybody. */}
      {person === null && <Notice kind="plain" title={access.unknownPerson(place.userId, place.organizationId)} />}
      <ConnectionView connection={connection} onConnect={() => setAttempt(attempt + 1)} />
      <div className="actions">
        <Button onClick={() => hold(pausedState ? undefined : state)} aria-pressed={pausedState !== undefined}>
          {pausedState ? live.resume : live.pause}
        </Button>
        <Button onClick={empty}>{live.clear}</Button>
      </div>
      <div className="cards section">
        <PresentPeople entries={[...presence.values()]} />
        <Cursors cursors={[...cursors.values()]} />
        <section className="card">
          <h2>{live.liveState}</h2>
          {liveState.size === 0 && <p className="quiet">{live.noLiveState}</p>}
          <ul>
            {[...liveState.values()].slice(0, 100).map(({ liveStateDataId, data }) => (
              <li key={liveStateDataId}>
                <code>
                  {liveStateDataId}: {JSON.stringify(data).slice(0, 300)}
                </code>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <EventTable
        title={live.events}
        events={events}
        empty={
          <Notice kind="plain" title={live.noEvents}>
            {live.noEventsHelp}
          </Notice>
        }
      />
      <EventTable title={live.earlier} events={earlier} empty={<p className="quiet">{live.noEarlier}</p>} />
    </>
  );
}

function ConnectionView({ connection, onConnect }: { connection: Connection; onConnect: () => void }) {
  const { live } = useTexts();
  if (connection.kind === "ended")
    return (
      <>
        {connection.error ? (
          <ErrorPanel error={connection.error} onRetry={onConnect} />
        ) : (
          <Notice kind="bad" title={live.ended}>
            <Button onClick={onConnect}>{live.start}</Button>
          </Notice>
        )}
      </>
    );
  const looks = { connecting: "quiet", connected: "good", broken: "bad" } as const;
  return (
    <p role="status" className={looks[connection.kind]}>
      {live[connection.kind]}
    </p>
  );
}
