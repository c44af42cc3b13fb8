import type { AccessPlace } from "@atrium/client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { CancelButton } from "../../components/cancel-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ChoiceField } from "../../components/fields/choice-field.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { localTime } from "../../components/local-time.ts";
import { Form } from "../../forms/form.tsx";
import { useSession } from "../../session/session.tsx";
import { isUnreachable } from "../../session/unreachable.ts";
import { useTexts } from "../../texts/texts.tsx";

type Role = AccessPlace["roles"][number]["accessRole"];

/** The parts of a grant that the form sets. */
export interface Grant {
  accessRole: Role;
  /** Seconds since 1970; omitted if it does not expire. */
  expiresAt?: number | undefined;
}

interface GrantButtonProps {
  /** Id of the place. */
  place: string;
  /** Name of the person who gets the role, or else the id. */
  person: string;
  /** The existing grant, which the new one replaces. */
  grant?: Grant | undefined;
  onGive: (grant: Grant) => Promise<unknown>;
}

/** Grants the person a role on a place, or changes role and expiry. A read-only session has no such button. */
export function GrantButton({ place, person, grant, onGive }: GrantButtonProps) {
  const { access } = useTexts();
  const { isReadOnly } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (isReadOnly) return null;
  const close = () => setOpen(false);
  const label = grant ? access.changeGrant : access.give;
  return (
    <>
      {/* The list has such a button for each place, and only the name tells them apart without the view. */}
      <Button aria-label={`${label}: ${place}`} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={access.giveTitle(place, person)}>
        <GrantForm grant={grant} onGive={onGive} onClose={close} />
      </Dialog>
    </>
  );
}

function GrantForm({ grant, onGive, onClose }: Omit<GrantButtonProps, "place" | "person"> & { onClose: () => void }) {
  const { access, common } = useTexts();
  const before = {
    role: grant?.accessRole ?? "viewer",
    end: grant?.expiresAt === undefined ? "" : localTime(grant.expiresAt * 1000),
  };
  const [accessRole, setRole] = useState<Role>(before.role);
  const [end, setEnd] = useState(before.end);
  const giving = useMutation({
    mutationFn: () => onGive({ accessRole, expiresAt: end === "" ? undefined : Math.floor(Date.parse(end) / 1000) }),
    onSuccess: onClose,
  });
  return (
    <Form
      error={giving.error}
      isChanged={(accessRole !== before.role || end !== before.end) && !giving.isPending && !giving.isSuccess}
      onSubmit={() => giving.mutate()}
      end={
        <div className="actions">
          <CancelButton />
          <Button kind="primary" type="submit" isBusy={giving.isPending}>
            {isUnreachable(giving.error) ? common.saveAgain : common.save}
          </Button>
        </div>
      }
    >
      <ChoiceField
        label={access.role}
        value={accessRole}
        choices={access.roles}
        onChange={(role) => setRole(role as Role)}
      />
      <TextField
        label={access.endsAt}
        hint={access.endsAtHelp}
        path="permissions.resources.0.expiresAt"
        issue={end !== "" && Date.parse(end) <= Date.now() ? access.endsInPast : undefined}
        type="datetime-local"
        value={end}
        onChange={setEnd}
      />
    </Form>
  );
}
