import type { AccessPlace } from "@atrium/client";
import { DeleteButton } from "../../components/delete-button.tsx";
import { Time } from "../../components/time.tsx";
import { useTexts } from "../../texts/texts.tsx";
import { type Grant, GrantButton } from "./grant-button.tsx";

interface PlaceRoleProps {
  role: AccessPlace["roles"][number];
  /** Id of the place. */
  place: string;
  /** Name of the person, or else the id. */
  person: string;
  /** Whether this role decided. */
  decides: boolean;
  /** Revokes the grant; omitted for a membership. */
  onRevoke?: () => Promise<unknown>;
  /** Changes the grant. */
  onGive?: (grant: Grant) => Promise<unknown>;
}

/** A role on one place: where it comes from, what it allows, when it ends. */
export function PlaceRole({ role, place, person, decides, onRevoke, onGive }: PlaceRoleProps) {
  const { access } = useTexts();
  const { by, accessRole, expiresAt, ended } = role;
  return (
    <div>
      <p className={decides ? "good" : "quiet"}>
        {access.sources[by]} · {access.roles[accessRole]}
        {expiresAt !== undefined && (
          <>
            {" "}
            · {ended ? access.ended : access.ends} <Time at={expiresAt * 1000} />
          </>
        )}
      </p>
      {onGive && <GrantButton place={place} person={person} grant={role} onGive={onGive} />}{" "}
      {onRevoke && (
        <DeleteButton action={access.revoke} of={place} title={access.revokeTitle(place)} onDelete={onRevoke}>
          <p>{access.revokeHelp}</p>
        </DeleteButton>
      )}
    </div>
  );
}
