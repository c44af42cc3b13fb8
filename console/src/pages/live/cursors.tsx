import { Time } from "../../components/time.tsx";
import { useTexts } from "../../texts/texts.tsx";
import type { Cursor } from "./stream-state.ts";

/** Maximum number of cursors listed. */
const SHOWN = 200;

/** Positions of people in the followed editors, as reported by their clients. */
export function Cursors({ cursors }: { cursors: readonly Cursor[] }) {
  const { live } = useTexts();
  return (
    <section className="card">
      <h2>{live.cursors}</h2>
      {cursors.length === 0 && <p className="quiet">{live.noCursors}</p>}
      <ul>
        {cursors.slice(0, SHOWN).map(({ editorId, client, state, at }) => {
          const { user, ...rest } = state;
          return (
            <li key={`${editorId} ${client}`}>
              {nameOf(user) ?? `${live.client} ${client}`} <span className="badge">{editorId}</span>{" "}
              <code>{JSON.stringify(rest).slice(0, 200)}</code>{" "}
              <span className="quiet">
                <Time at={at} isExact />
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function nameOf(user: unknown): string | undefined {
  if (typeof user === "string") return user;
  const { name, userId, id } = (user ?? {}) as Record<string, unknown>;
  return [name, userId, id].find((text): text is string => typeof text === "string" && text !== "");
}
