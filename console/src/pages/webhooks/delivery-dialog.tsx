import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { Facts } from "../../components/facts.tsx";
import { Notice } from "../../components/notice.tsx";
import { Time } from "../../components/time.tsx";
import { useSession } from "../../session/session.tsx";
import { useTexts } from "../../texts/texts.tsx";
import { AttemptView } from "./attempt-view.tsx";
import type { Delivery } from "./deliveries-tab.tsx";
import type { KeyClient } from "./key-client.ts";
import { RequestBody } from "./request-body.tsx";
import { StatusOfDelivery } from "./status-of-delivery.tsx";

interface DeliveryDialogProps extends KeyClient {
  delivery: Delivery | undefined;
  onClose: () => void;
}

/** One delivery with each of its attempts. */
export function DeliveryDialog({ delivery, onClose, ...place }: DeliveryDialogProps) {
  const { common } = useTexts();
  return (
    <Dialog isOpen={delivery !== undefined} onClose={onClose} title={delivery?.eventType ?? ""}>
      {delivery && <DeliveryFacts {...place} delivery={delivery} />}
      <div className="actions">
        <Button onClick={onClose}>{common.close}</Button>
      </div>
    </Dialog>
  );
}

function DeliveryFacts({ client, apiKey, delivery }: KeyClient & { delivery: Delivery }) {
  const { webhooks, common } = useTexts();
  const { isReadOnly } = useSession();
  const queries = useQueryClient();
  const { deliveryId, messageId, endpointId, status, createdAt, nextAttemptAt, attempts } = delivery;
  const resending = useMutation({
    mutationFn: () => client.workspace.advancedwebhook.deliveries.resend({ deliveryId }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [apiKey, "deliveries"] }),
  });
  return (
    <>
      <Facts
        facts={[
          [webhooks.state, <StatusOfDelivery key="status" status={status} />],
          [common.time, <Time key="time" at={Date.parse(createdAt)} isExact />],
          ...(nextAttemptAt === null
            ? []
            : [[webhooks.nextAttempt, <Time key="next" at={Date.parse(nextAttemptAt)} isExact />] as const]),
          [webhooks.endpoint, <code key="endpoint">{endpointId}</code>],
          [common.id, <code key="id">{deliveryId}</code>],
          [webhooks.message, <code key="message">{messageId}</code>],
        ]}
      />
      {!isReadOnly && (
        <Button isBusy={resending.isPending} onClick={() => resending.mutate()}>
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
