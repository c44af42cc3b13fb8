import type { PresenceEntry } from "@atrium/client";
import { Time } from "../../components/time.tsx";
import { useTexts } from "../../texts/texts.tsx";

/** Maximum number of people listed. */
const SHOWN = 200;

/** The status of a person who has left but whose entry remains. The service interprets no other status. */
const OFFLINE = "offline";

/** The people in the document. @param entries includes those of people who have left. */
export function PresentPeople({ entries }: { entries: readonly PresenceEntry[] }) {
  const { live } = useTexts();
  const people = entries.filter(({ status }) => status !== OFFLINE);
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
