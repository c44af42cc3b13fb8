import type { ApiKeySummary } from "@atrium/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { Facts } from "../../components/facts.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { Notice } from "../../components/notice.tsx";
import { useSession } from "../../session/session.tsx";
import { useTexts } from "../../texts/texts.tsx";

/** The properties of an API key, with a form to rename it. */
export function GeneralTab({ summary }: { summary: ApiKeySummary }) {
  const { keys, common } = useTexts();
  const { client, login, isReadOnly } = useSession();
  const queries = useQueryClient();
  const [apiKeyName, setName] = useState(summary.apiKeyName);
  const renaming = useMutation({
    mutationFn: () => client.workspace.apikey.update({ apiKey: summary.id, apiKeyName }),
    onSuccess: async () => {
      const queryKey = [login.workspaceId, "keys"];
      await queries.invalidateQueries({ queryKey });
      const storedKey = queries.getQueryData<ApiKeySummary[]>(queryKey)?.find(({ id }) => id === summary.id);
      // The service trims the name before storing it.
      if (storedKey) setName(storedKey.apiKeyName);
    },
  });
  const change = (name: string) => {
    setName(name);
    if (renaming.isSuccess) renaming.reset();
  };
  return (
    <>
      <Facts
        facts={[
          [common.id, <code key="id">{summary.id}</code>],
          [keys.typeOfKey, keys.types[summary.type]],
        ]}
      />
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          renaming.mutate();
        }}
      >
        <TextField label={keys.nameOfKey} value={apiKeyName} onChange={change} isRequired isDisabled={isReadOnly} />
        {renaming.isSuccess && <Notice kind="good" title={common.saved} />}
        {renaming.error && <ErrorPanel error={renaming.error} />}
        {!isReadOnly && (
          <div className="actions">
            <Button
              type="submit"
              isBusy={renaming.isPending}
              disabled={apiKeyName.trim() === "" || apiKeyName === summary.apiKeyName}
            >
              {keys.rename}
            </Button>
          </div>
        )}
      </form>
    </>
  );
}
