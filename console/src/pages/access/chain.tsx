import type { AccessEntry } from "@atrium/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { DeleteButton } from "../../components/delete-button.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { Time } from "../../components/time.tsx";
import type { Client } from "../../session/clients.ts";
import { useTexts } from "../../texts/texts.tsx";
import type { Question } from "./question.ts";
import { type Place, readChain } from "./read-chain.ts";

interface ChainProps {
  client: Client;
  apiKey: string;
  question: Question;
}

/** The places around what was asked for, from the organization inwards, each with what the person may do there. */
export function Chain({ client, apiKey, question }: ChainProps) {
  const { access } = useTexts();
  const { organizationId, userId, type, id } = question;
  const queries = useQueryClient();
  const chain = useQuery({
    queryKey: [apiKey, "access", "chain", organizationId, userId, type, id],
    queryFn: ({ signal }) => readChain(client, question, signal),
  });
  const revoke = async (place: Place) => {
    const resources = [{ type: place.type, id: place.id, organizationId }];
    await client.auth.permissions.remove({ userId, permissions: { resources } });
    await queries.invalidateQueries({ queryKey: [apiKey, "access"] });
  };
  return (
    <section>
      <h2>{access.chain}</h2>
      <QueryView query={chain}>
        {(places) => (
          <ol className="chain">
            {places.map((place) => (
              <li key={place.type + place.id} className="card">
                <strong>{access.resources[place.type]}</strong> <code>{place.id}</code>
                <Entry entry={place.entry} />
                {place.entry && "accessRole" in place.entry && (
                  <DeleteButton
                    action={access.revoke}
                    title={access.revokeTitle(place.id)}
                    onDelete={() => revoke(place)}
                  >
                    <p>{access.revokeHelp}</p>
                  </DeleteButton>
                )}
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </section>
  );
}

function Entry({ entry }: { entry: AccessEntry | undefined }) {
  const { access } = useTexts();
  if (!entry) return <p className="quiet">{access.noGrant}</p>;
  const openTo = entry.accessType && (
    <span className="quiet">
      {" "}
      · {access.type} {access.types[entry.accessType]}
    </span>
  );
  if ("error" in entry)
    return (
      <p className="bad">
        {entry.errorCode === "does_not_exist" ? access.missing : access.noGrant}
        {openTo}
      </p>
    );
  return (
    <p>
      <span className="good">{access.roles[entry.accessRole]}</span>
      {openTo}
      {entry.expiresAt !== undefined && (
        <span>
          {" "}
          · {access.ends} <Time at={entry.expiresAt * 1000} />
        </span>
      )}
    </p>
  );
}
