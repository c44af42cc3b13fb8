import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { ChoiceField } from "../../components/fields/choice-field.tsx";
import { Notice } from "../../components/notice.tsx";
import { useTexts } from "../../texts/texts.tsx";
import { useEventTypes } from "./event-types.ts";
import type { KeyClient } from "./key-client.ts";

/** Props of a dialog about one endpoint. */
export interface EndpointDialogProps extends KeyClient {
  endpointId: string;
  isOpen: boolean;
  onClose: () => void;
}

/** Sends the example of an event to one endpoint. */
export function SendExampleDialog({ client, apiKey, endpointId, isOpen, onClose }: EndpointDialogProps) {
  const { webhooks, common } = useTexts();
  const queries = useQueryClient();
  const types = useEventTypes({ client, apiKey });
  const [eventType, setEventType] = useState("comment.add");
  const sending = useMutation({
    mutationFn: () => client.workspace.advancedwebhook.endpoints.test({ endpointId, eventType }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [apiKey, "deliveries"] }),
  });
  const close = () => {
    sending.reset();
    onClose();
  };
  const names = types.data?.map(({ name }) => name) ?? [eventType];
  return (
    <Dialog isOpen={isOpen} onClose={close} title={webhooks.sendExample}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          sending.mutate();
        }}
      >
        <ChoiceField
          label={webhooks.event}
          value={eventType}
          choices={Object.fromEntries(names.map((name) => [name, name]))}
          onChange={setEventType}
        />
        {sending.isSuccess && (
          <Notice kind="good" title={webhooks.exampleSent}>
            {webhooks.exampleSentHelp}
          </Notice>
        )}
        {sending.error && <ErrorPanel error={sending.error} />}
        <div className="actions">
          <Button onClick={close}>{common.close}</Button>
          <Button kind="primary" type="submit" isBusy={sending.isPending}>
            {webhooks.sendExample}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
