import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useAnnounce } from "../../components/announcements.tsx";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Facts } from "../../components/facts.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { Notice } from "../../components/notice.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { Secret } from "../../components/secret.tsx";
import { useSession } from "../../session/session.tsx";
import { useTexts } from "../../texts/texts.tsx";

/** The auth tokens of an API key. */
export function TokensTab({ apiKey }: { apiKey: string }) {
  const { keys } = useTexts();
  const { client, login } = useSession();
  const tokens = useQuery({
    queryKey: [login.workspaceId, "tokens", apiKey],
    queryFn: async ({ signal }) => (await client.workspace.authtokens.get({ apiKey }, { signal })).data.authTokens,
  });
  return (
    <>
      <p className="quiet">{keys.tokensLead}</p>
      <QueryView query={tokens}>
        {(list) =>
          list.length === 0 ? (
            <Notice kind="plain" title={keys.noTokens}>
              {keys.noTokensHelp}
            </Notice>
          ) : (
            <Facts facts={list.map(({ name, token }) => [name, <Secret key={token} value={token} />])} />
          )
        }
      </QueryView>
      <NewToken apiKey={apiKey} names={tokens.data?.map(({ name }) => name) ?? []} />
    </>
  );
}

function NewToken({ apiKey, names }: { apiKey: string; names: readonly string[] }) {
  const { keys } = useTexts();
  const { client, login } = useSession();
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [name, setName] = useState("");
  const [isAsking, setAsking] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsking(true);
  };
  const reset = async () => {
    await client.workspace.authtoken.reset({ apiKey, name });
    // While hidden, a new token looks like the old one, so the change is announced.
    announce(names.includes(name) ? keys.tokenReplaced(name) : keys.tokenMade(name));
    setName("");
    // The cached client of this key may hold the old token.
    for (const part of ["tokens", "client"]) queries.invalidateQueries({ queryKey: [login.workspaceId, part, apiKey] });
  };
  return (
    <form className="form" onSubmit={submit}>
      <TextField label={keys.tokenName} hint={keys.tokenNameHelp} value={name} onChange={setName} isRequired />
      <div className="actions">
        <Button type="submit">{keys.newToken}</Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={keys.resetTitle}
        action={keys.newToken}
        onConfirm={reset}
      >
        <p>{keys.resetHelp}</p>
      </ConfirmDialog>
    </form>
  );
}
