import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAnnounce } from "../../components/announcements.tsx";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Facts } from "../../components/facts.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { Secret } from "../../components/secret.tsx";
import { useTexts } from "../../texts/texts.tsx";
import type { KeyClient } from "./key-client.ts";

/** The secret that signs the messages to an endpoint. */
export function SecretTab({ client, apiKey, endpointId }: KeyClient & { endpointId: string }) {
  const { webhooks } = useTexts();
  const announce = useAnnounce();
  const [isAsking, setAsking] = useState(false);
  const secrets = client.workspace.advancedwebhook.endpoints.secret;
  const secret = useQuery({
    queryKey: [apiKey, "webhooks", "secret", endpointId],
    queryFn: async ({ signal }) => (await secrets.get({ endpointId }, { signal })).data,
  });
  const rotate = async () => {
    await secrets.rotate({ endpointId });
    // While hidden, the new secret looks like the old one, so the change is announced.
    announce(webhooks.rotated);
    await secret.refetch();
  };
  return (
    <>
      <p className="quiet">{webhooks.secretLead}</p>
      <QueryView query={secret}>
        {(data) => <Facts facts={[[webhooks.secret, <Secret key={data.secret} value={data.secret} />]]} />}
      </QueryView>
      <Button onClick={() => setAsking(true)}>{webhooks.rotate}</Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={webhooks.rotateTitle}
        action={webhooks.rotate}
        onConfirm={rotate}
      >
        <p>{webhooks.rotateHelp}</p>
      </ConfirmDialog>
    </>
  );
}
