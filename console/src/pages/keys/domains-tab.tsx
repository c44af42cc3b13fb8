import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { DeleteButton } from "../../components/delete-button.tsx";
import { Facts } from "../../components/facts.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { Notice } from "../../components/notice.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { Form } from "../../forms/form.tsx";
import type { Client } from "../../session/clients.ts";
import { useSession } from "../../session/session.tsx";
import { useTexts } from "../../texts/texts.tsx";

/** The domains whose pages may make calls with user tokens. */
export function DomainsTab({ apiKey, client }: { apiKey: string; client: Client }) {
  const { keys, common } = useTexts();
  const { isReadOnly, login } = useSession();
  const [domain, setDomain] = useState("");
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
                  of={name}
                  title={keys.removeDomain(name)}
                  onDelete={() => remove(name)}
                >
                  <p>{list.length > 1 ? keys.removeDomainHelp : keys.removeLastDomainHelp}</p>
                </DeleteButton>,
              ])}
            />
          )
        }
      </QueryView>
      {!isReadOnly && (
        <Form
          error={adding.error}
          isChanged={domain !== ""}
          onSubmit={() => adding.mutate()}
          end={
            <div className="actions">
              <Button type="submit" isBusy={adding.isPending}>
                {keys.addDomain}
              </Button>
            </div>
          }
        >
          <TextField
            label={keys.domain}
            hint={keys.domainHelp}
            path="domains"
            value={domain}
            onChange={(text) => setDomain(text.trim())}
            isRequired
            isCode
          />
        </Form>
      )}
    </>
  );
}
