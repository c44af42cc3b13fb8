import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { Facts } from "../../components/facts.tsx";
import { Notice } from "../../components/notice.tsx";
import type { FormValue } from "../../forms/form-value.ts";
import { LeaveQuestion } from "../../forms/leave-question.tsx";
import type { Contract, Operation } from "../../forms/schema.ts";
import { focusInvalid, UnreadableFields, useUnreadableFields } from "../../forms/unreadable-fields.ts";
import type { Client } from "../../session/clients.ts";
import { useSession } from "../../session/session.tsx";
import { useTexts } from "../../texts/texts.tsx";
import { callEndpoint } from "./call-endpoint.ts";
import { useDraft } from "./drafts.tsx";
import { InputFields } from "./input-fields.tsx";
import { OutcomeView } from "./outcome-view.tsx";
import { Samples, samplesTab } from "./samples.tsx";

interface CallFormProps {
  client: Client;
  /** The API key whose data the call is about; empty if none. */
  apiKey?: string;
  contract: Contract;
  path: string;
  operation: Operation;
}

/** The input of an endpoint, the call and its result. What is typed is restored when the person comes back. */
export function CallForm({ client, apiKey = "", contract, path, operation }: CallFormProps) {
  const { tryIt } = useTexts();
  const { isReadOnly } = useSession();
  const [draft, keepDraft] = useDraft(`${apiKey} ${path}`);
  const [input, setInput] = useState(draft ?? (operation.example as FormValue));
  // Fields keep what is typed until they are remounted, which a new key forces.
  const [filled, setFilled] = useState(0);
  const calling = useMutation({ mutationFn: () => callEndpoint(client, path, input) });
  const change = (next: FormValue) => {
    setInput(next);
    keepDraft(next === operation.example ? undefined : next);
  };
  const fill = (next: FormValue) => {
    change(next);
    setFilled(filled + 1);
  };
  const [hasUnreadable, tellUnreadable] = useUnreadableFields();
  const form = useRef<HTMLFormElement>(null);
  /** Whether all typed texts can be parsed; if not, moves the focus to the first that can't. */
  const isReadable = () => {
    if (hasUnreadable) focusInvalid(form.current);
    return !hasUnreadable;
  };
  const isRefused = isReadOnly && !operation.isForReadOnlySessions;
  return (
    <>
      <p>{operation.summary}</p>
      <Facts
        facts={[
          [tryIt.caller, operation.caller ? tryIt.callers[operation.caller] : tryIt.anybody],
          [
            tryIt.reference,
            <a key="reference" href={`/docs${path}`} target="_blank" rel="noreferrer">
              {path}
            </a>,
          ],
        ]}
      />
      <form
        className="form"
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReadable()) calling.mutate();
        }}
      >
        <UnreadableFields value={tellUnreadable}>
          <InputFields
            key={filled}
            contract={contract}
            operation={operation}
            input={input}
            onChange={change}
            mayLeave={isReadable}
          />
        </UnreadableFields>
        {isRefused && <Notice kind="plain" title={tryIt.onlyReads} />}
        <div className="actions">
          <Button kind="primary" type="submit" isBusy={calling.isPending} disabled={isRefused}>
            {tryIt.send}
          </Button>
          <Button onClick={() => fill(operation.example as FormValue)}>{tryIt.useExample}</Button>
          <Button onClick={() => fill({})}>{tryIt.clear}</Button>
        </div>
      </form>
      <LeaveQuestion isChanged={hasUnreadable} without={samplesTab} />
      {calling.error && <ErrorPanel error={calling.error} />}
      {calling.data && <OutcomeView outcome={calling.data} />}
      <Samples path={path} operation={operation} input={input} />
    </>
  );
}
