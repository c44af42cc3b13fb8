import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useAnnounceAdded } from "../../../components/announcements.tsx";
import { Button } from "../../../components/button.tsx";
import { ErrorPanel } from "../../../components/error-panel.tsx";
import { TextField } from "../../../components/fields/text-field.tsx";
import { checkItems } from "../../../forms/item-results.ts";
import { useSession } from "../../../session/session.tsx";
import { useTexts } from "../../../texts/texts.tsx";
import type { GroupPlace } from "../place.ts";

/** Adds a person of the organization to a user group. A read-only session has no such form. */
export function JoinGroup({ client, organizationId, groupId, onDone }: GroupPlace & { onDone: () => Promise<void> }) {
  const { groups, common } = useTexts();
  const { isReadOnly } = useSession();
  const announceAdded = useAnnounceAdded();
  const [userId, setUserId] = useState("");
  const joining = useMutation({
    mutationFn: async () => {
      const place = { organizationId, organizationUserGroupId: groupId };
      checkItems(await client.organizations.usergroups.users.add({ ...place, userIds: [userId] }));
    },
    onSuccess: () => {
      announceAdded(userId);
      setUserId("");
      return onDone();
    },
  });
  if (isReadOnly) return null;
  return (
    <form
      className="filters"
      onSubmit={(event) => {
        event.preventDefault();
        joining.mutate();
      }}
    >
      <TextField
        label={groups.join}
        value={userId}
        onChange={(next) => {
          // An error about the previous id must not be shown beside another one.
          joining.reset();
          setUserId(next);
        }}
        isRequired
        isCode
      />
      <Button type="submit" isBusy={joining.isPending}>
        {common.add}
      </Button>
      {joining.error && <ErrorPanel error={joining.error} />}
    </form>
  );
}
