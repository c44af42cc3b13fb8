import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { localTime } from "../../components/local-time.ts";
import { Notice } from "../../components/notice.tsx";
import { useTexts } from "../../texts/texts.tsx";
import type { EndpointDialogProps } from "./send-example-dialog.tsx";

const DAY = 24 * 3_600_000;
/** How long deliveries are kept, in ms. */
const KEPT = 30 * DAY;

/** Resends the events that an endpoint has missed since a given time. */
export function RecoverDialog({ client, apiKey, endpointId, isOpen, onClose }: EndpointDialogProps) {
  const { webhooks, common } = useTexts();
  const queries = useQueryClient();
  const [now] = useState(Date.now);
  const [since, setSince] = useState(() => localTime(now - DAY));
  const recovering = useMutation({
    mutationFn: () =>
      client.workspace.advancedwebhook.deliveries.recover({ endpointId, since: new Date(since).toISOString() }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [apiKey, "deliveries"] }),
  });
  const close = () => {
    recovering.reset();
    onClose();
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} title={webhooks.recover}>
      <p>{webhooks.recoverHelp}</p>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          recovering.mutate();
        }}
      >
        <TextField
          label={webhooks.since}
          type="datetime-local"
          times={{ min: localTime(now - KEPT), max: localTime(now) }}
          value={since}
          onChange={setSince}
          isRequired
        />
        {recovering.isSuccess && <Notice kind="good" title={webhooks.recovering} />}
        {recovering.error && <ErrorPanel error={recovering.error} />}
        <div className="actions">
          <Button onClick={close}>{common.close}</Button>
          <Button kind="primary" type="submit" isBusy={recovering.isPending}>
            {webhooks.recover}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
