import { useQuery } from "@tanstack/react-query";
import { QueryView } from "../../components/query-view.tsx";
import { useTexts } from "../../texts/texts.tsx";
import { BodyView } from "./body-view.tsx";
import type { KeyClient } from "./key-client.ts";

/** The request body that the attempts of a delivery send. */
export function RequestBody({ client, apiKey, deliveryId }: KeyClient & { deliveryId: string }) {
  const { webhooks } = useTexts();
  const request = useQuery({
    queryKey: [apiKey, "delivery body", deliveryId],
    queryFn: async ({ signal }) =>
      (await client.workspace.advancedwebhook.deliveries.body.get({ deliveryId }, { signal })).data,
  });
  return (
    <section>
      <h3>{webhooks.requestBody}</h3>
      <QueryView query={request}>
        {({ body, isWhole, isEncrypted }) => (
          <>
            {isEncrypted && <p className="quiet">{webhooks.encrypted}</p>}
            {!isWhole && <p className="quiet">{webhooks.beginning}</p>}
            {body === null ? (
              <p className="quiet">{webhooks.messageGone}</p>
            ) : (
              <BodyView text={body} label={webhooks.requestBody} />
            )}
          </>
        )}
      </QueryView>
    </section>
  );
}
