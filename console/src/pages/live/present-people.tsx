import type { PresenceEntry } from "@atrium/client";
import { Time } from "../../components/time.tsx";
import { useTexts } from "../../texts/texts.tsx";

/** Most people that are listed. */
const SHOWN = 200;

/** Who is in the document. */
export function PresentPeople({ people }: { people: readonly PresenceEntry[] }) {
  const { live } = useTexts();
  return (
    <section className="card">
      <h2>{live.present}</h2>
      {people.length === 0 && <p className="quiet">{live.nobody}</p>}
      <ul>
        {people.slice(0, SHOWN).map(({ userId, name, status, lastUpdated }) => (
          <li key={userId}>
            {name || userId} {status && <span className="badge">{status}</span>}{" "}
            <span className="quiet">
              <Time at={lastUpdated} isExact />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
