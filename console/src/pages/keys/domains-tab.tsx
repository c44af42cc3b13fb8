import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { DeleteButton } from "../../components/delete-button.tsx";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { Facts } from "../../components/facts.tsx";
import { Notice } from "../../components/notice.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { TextField } from "../../components/text-field.tsx";
import type { Client } from "../../session/clients.ts";
import { useSession } from "../../session/session.tsx";
import { useTexts } from "../../texts/texts.tsx";

/** The domains whose pages may call with tokens of users. */
export function DomainsTab({ apiKey, client }: { apiKey: string; client: Client }) {
  const { keys, common } = useTexts();
  const { isReadOnly, login } = useSession();
  const [domain, setDomain] = useState("");
  const [isAsking, setAsking] = useState(false);
  const domains = useQuery({
    queryKey: [login.workspaceId, "domains", apiKey],
    queryFn: async ({ signal }) => (await client.workspace.domains.get({}, { signal })).data.allowedDomains,
  });
  const adding = useMutation({
    mutationFn: () => client.workspace.domains.add({ domains: [domain] }),
    onSuccess: () => {
      setDomain("");
      return domains.refetch();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The first one shuts out every other page.
    if (domains.data?.length === 0) setAsking(true);
    else adding.mutate();
  };
  const remove = async (name: string) => {
    await client.workspace.domains.delete({ domains: [name] });
    await domains.refetch();
  };
  return (
    <>
      <p className="quiet">{keys.domainsLead}</p>
      <QueryView query={domains}>
        {(list) =>
          list.length === 0 ? (
            <Notice kind="plain" title={keys.noDomains} />
          ) : (
            <Facts
              facts={list.map((name) => [
                name,
                <DeleteButton
                  key={name}
                  action={common.remove}
                  title={keys.removeDomain(name)}
                  onDelete={() => remove(name)}
                >
                  <p>{keys.removeDomainHelp}</p>
                </DeleteButton>,
              ])}
            />
          )
        }
      </QueryView>
      {!isReadOnly && (
        <form className="form" onSubmit={submit}>
          <TextField label={keys.domain} hint={keys.domainHelp} value={domain} onChange={setDomain} isRequired isCode />
          {adding.error && <ErrorPanel error={adding.error} />}
          <div className="actions">
            <Button type="submit" isBusy={adding.isPending}>
              {keys.addDomain}
            </Button>
          </div>
        </form>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={keys.firstDomain(domain)}
        action={keys.addDomain}
        onConfirm={() => adding.mutateAsync()}
      >
        <p>{keys.firstDomainHelp}</p>
      </ConfirmDialog>
    </>
  );
}
