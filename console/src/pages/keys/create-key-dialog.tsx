import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { CancelButton } from "../../components/cancel-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Facts } from "../../components/facts.tsx";
import { ChoiceField } from "../../components/fields/choice-field.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { Notice } from "../../components/notice.tsx";
import { Secret } from "../../components/secret.tsx";
import { Form } from "../../forms/form.tsx";
import { useSession } from "../../session/session.tsx";
import { useTexts } from "../../texts/texts.tsx";

/** Creates an API key with an auth token, and shows both. */
export function CreateKeyDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { keys } = useTexts();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={keys.create}>
      <NewKey onClose={onClose} />
    </Dialog>
  );
}

function NewKey({ onClose }: { onClose: () => void }) {
  const { keys, common } = useTexts();
  const { client, login } = useSession();
  const queries = useQueryClient();
  const [apiKeyName, setName] = useState("");
  const [ownerEmail, setOwner] = useState("");
  const [type, setType] = useState<"testing" | "production">("testing");
  const creation = useMutation({
    mutationFn: async () =>
      (await client.workspace.apikey.create({ apiKeyName, ownerEmail, type, createAuthToken: true })).data,
    onSuccess: () => queries.invalidateQueries({ queryKey: [login.workspaceId, "keys"] }),
  });
  if (creation.data) return <CreatedKey {...creation.data} onClose={onClose} />;
  return (
    <Form
      error={creation.error}
      isChanged={(apiKeyName !== "" || ownerEmail !== "") && !creation.isPending}
      onSubmit={() => creation.mutate()}
      end={
        <div className="actions">
          <CancelButton />
          <Button kind="primary" type="submit" isBusy={creation.isPending}>
            {common.create}
          </Button>
        </div>
      }
    >
      <TextField label={keys.nameOfKey} path="apiKeyName" value={apiKeyName} onChange={setName} isRequired />
      <TextField
        label={keys.ownerEmail}
        path="ownerEmail"
        type="email"
        value={ownerEmail}
        onChange={setOwner}
        isRequired
      />
      <ChoiceField
        label={keys.typeOfKey}
        value={type}
        choices={keys.types}
        onChange={(next) => setType(next === "production" ? next : "testing")}
      />
    </Form>
  );
}

function CreatedKey({ apiKey, authToken, onClose }: { apiKey: string; authToken: string; onClose: () => void }) {
  const { keys, common } = useTexts();
  return (
    <>
      <Notice kind="good" title={keys.created}>
        {keys.createdHelp}
      </Notice>
      <Facts
        facts={[
          [common.apiKey, <code key="id">{apiKey}</code>],
          [keys.token, <Secret key="token" value={authToken} />],
        ]}
      />
      <div className="actions">
        <Link className="button" to="/keys/$apiKey" params={{ apiKey }} onClick={onClose}>
          {keys.openKey}
        </Link>
        <Button onClick={onClose}>{common.close}</Button>
      </div>
    </>
  );
}
