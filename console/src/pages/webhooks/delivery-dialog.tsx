import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { Facts } from "../../components/facts.tsx";
import { Notice } from "../../components/notice.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { Time } from "../../components/time.tsx";
import { useSession } from "../../session/session.tsx";
import { useTexts } from "../../texts/texts.tsx";
import { AttemptView } from "./attempt-view.tsx";
import type { Delivery } from "./deliveries-tab.tsx";
import type { KeyClient } from "./key-client.ts";
import { RequestBody } from "./request-body.tsx";
import { StatusOfDelivery } from "./status-of-delivery.tsx";

/** Polling interval for an attempt that was just requested, ms. */
const LOOK = 300;

/** The time of the last attempt known when another one was requested. */
interface LastAttempt {
  at: string | undefined;
}

interface DeliveryDialogProps extends KeyClient {
  /** Id of the delivery; empty while none is open. */
  deliveryId: string;
  /** The delivery, if it is among the loaded rows. */
  listed: Delivery | undefined;
  /** Whether the first rows are loaded. */
  isLoaded: boolean;
  onClose: () => void;
}

/** One delivery with all its attempts. A link may name one that is far down in the list or excluded by its filters. */
export function DeliveryDialog({ deliveryId, listed, isLoaded, onClose, ...place }: DeliveryDialogProps) {
  const { common } = useTexts();
  const isOpen = deliveryId !== "" && isLoaded;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={listed?.eventType ?? deliveryId}>
      {listed && <DeliveryFacts {...place} delivery={listed} />}
      {isOpen && !listed && <UnlistedDelivery {...place} deliveryId={deliveryId} />}
      <div className="actions">
        <Button onClick={onClose}>{common.close}</Button>
      </div>
    </Dialog>
  );
}

/** Searches the deliveries of all endpoints, since a delivery can't be requested by its id. */
function UnlistedDelivery({ client, apiKey, deliveryId }: KeyClient & { deliveryId: string }) {
  const { webhooks } = useTexts();
  const search = useQuery({
    queryKey: [apiKey, "deliveries", "one", deliveryId],
    queryFn: async ({ signal }) => {
      const all = client.workspace.advancedwebhook.deliveries.get.each({}, { signal });
      for await (const delivery of all) if (delivery.deliveryId === deliveryId) return delivery;
      return null;
    },
  });
  return (
    <QueryView query={search}>
      {(delivery) =>
        delivery ? (
          <DeliveryFacts client={client} apiKey={apiKey} delivery={delivery} />
        ) : (
          <Notice kind="bad" title={webhooks.absentDelivery(deliveryId)}>
            {webhooks.absentDeliveryHelp}
          </Notice>
        )
      }
    </QueryView>
  );
}

function DeliveryFacts({ client, apiKey, delivery }: KeyClient & { delivery: Delivery }) {
  const { webhooks, common } = useTexts();
  const { isReadOnly } = useSession();
  const queries = useQueryClient();
  const { deliveryId, messageId, endpointId, status, createdAt, nextAttemptAt, attempts } = delivery;
  const resending = useMutation({
    mutationFn: (_: LastAttempt) => client.workspace.advancedwebhook.deliveries.resend({ deliveryId }),
  });
  const lastAttempt = { at: attempts.at(-1)?.at };
  const isAwaited = resending.isSuccess && resending.variables.at === lastAttempt.at;
  useEffect(() => {
    if (!isAwaited) return;
    const look = () => void queries.invalidateQueries({ queryKey: [apiKey, "deliveries"] }, { cancelRefetch: false });
    look();
    const timer = setInterval(look, LOOK);
    return () => clearInterval(timer);
  }, [isAwaited, queries, apiKey]);
  return (
    <>
      <Facts
        facts={[
          [webhooks.state, <StatusOfDelivery key="status" status={status} />],
          [common.time, <Time key="time" at={Date.parse(createdAt)} isExact />],
          ...(nextAttemptAt === null
            ? []
            : [[webhooks.nextAttempt, <Time key="next" at={Date.parse(nextAttemptAt)} isExact />] as const]),
          [webhooks.endpoint, <CopiedId key="endpoint" id={endpointId} />],
          [common.id, <CopiedId key="id" id={deliveryId} />],
          [webhooks.message, <CopiedId key="message" id={messageId} />],
        ]}
      />
      {!isReadOnly && (
        <Button isBusy={resending.isPending} onClick={() => resending.mutate(lastAttempt)}>
          {webhooks.resend}
        </Button>
      )}
      {resending.isSuccess && <Notice kind="good" title={webhooks.resent} />}
      {resending.error && <ErrorPanel error={resending.error} />}
      {attempts.length === 0 && <p className="quiet">{webhooks.noAttempt}</p>}
      {attempts
        .map((attempt, index) => <AttemptView key={attempt.at} attempt={attempt} number={index + 1} />)
        .reverse()}
      <RequestBody client={client} apiKey={apiKey} deliveryId={deliveryId} />
    </>
  );
}

function CopiedId({ id }: { id: string }) {
  return (
    <>
      <code>{id}</code> <CopyButton text={id} />
    </>
  );
}
