import type { AccessPlace } from "@atrium/client";
import { useQueryClient } from "@tanstack/react-query";
import type { Client } from "../../session/clients.ts";
import { useTexts } from "../../texts/texts.tsx";
import { type Grant, GrantButton } from "./grant-button.tsx";
import { PlaceRole } from "./place-role.tsx";
import type { Question } from "./question.ts";
import { type AccessAnswer, accessKey } from "./use-check.ts";

interface ChainProps {
  client: Client;
  apiKey: string;
  question: Question;
  answer: AccessAnswer;
  /** Name of the person, or else the id. */
  person: string;
}

/** The places from the organization down to the requested resource, each with the person's roles there. */
export function Chain({ client, apiKey, question, answer, person }: ChainProps) {
  const { access } = useTexts();
  const queries = useQueryClient();
  const { chain, rule } = answer;
  if (!chain) return null;
  const { userId, organizationId } = question;
  const { permissions } = client.auth;
  const revoke = async ({ type, id }: AccessPlace) => {
    await permissions.remove({ userId, permissions: { resources: [{ type, id, organizationId }] } });
    await queries.invalidateQueries({ queryKey: accessKey(apiKey) });
  };
  const give =
    ({ type, id }: AccessPlace) =>
    async (grant: Grant) => {
      const resources = [{ ...grant, type, id, organizationId }];
      await permissions.add({ user: { userId }, permissions: { resources } });
      await queries.invalidateQueries({ queryKey: accessKey(apiKey) });
    };
  return (
    <section>
      <h2>{access.chain}</h2>
      <ol className="chain">
        {chain.map((place) => {
          const decides = rule.on?.type === place.type && rule.on.id === place.id;
          return (
            <li key={place.type + place.id} className={decides ? "card decides" : "card"}>
              <PlaceHead place={place} decides={decides} />
              {place.roles.length === 0 && <p className="quiet">{access.noRole}</p>}
              {place.roles.map((role) => (
                <PlaceRole
                  key={role.by}
                  role={role}
                  place={place.id}
                  person={person}
                  decides={decides && rule.by === role.by}
                  {...(role.by === "grant" && { onRevoke: () => revoke(place), onGive: give(place) })}
                />
              ))}
              {place.roles.every(({ by }) => by !== "grant") && (
                <GrantButton place={place.id} person={person} onGive={give(place)} />
              )}
            </li>
          );
        })}
        {rule.id === "permissionProvider" && <li className="card decides">{access.provider}</li>}
      </ol>
    </section>
  );
}

function PlaceHead({ place, decides }: { place: AccessPlace; decides: boolean }) {
  const { access } = useTexts();
  const { type, id, disabled, accessType } = place;
  return (
    <p>
      <strong>{access.kinds[type]}</strong> <code>{id}</code>
      {disabled && <span className="bad"> · {access.disabled}</span>}
      {accessType && (
        <span className="quiet">
          {" "}
          · {access.type} {access.types[accessType]}
        </span>
      )}
      {decides && <strong> · {access.decides}</strong>}
    </p>
  );
}
