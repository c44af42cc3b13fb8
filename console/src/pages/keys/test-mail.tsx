import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { Notice } from "../../components/notice.tsx";
import { TextField } from "../../components/text-field.tsx";
import type { Client } from "../../session/clients.ts";
import { useSession } from "../../session/session.tsx";
import { useTexts } from "../../texts/texts.tsx";

/** Sends a mail with the stored settings, to see whether they work. */
export function TestMail({ client }: { client: Client }) {
  const { keys } = useTexts();
  const { isReadOnly } = useSession();
  const [email, setEmail] = useState("");
  const sending = useMutation({ mutationFn: async () => (await client.workspace.emailconfig.test({ email })).data });
  if (isReadOnly) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sending.mutate();
  };
  return (
    <section>
      <h2>{keys.testMail}</h2>
      <form className="form" onSubmit={submit}>
        <TextField label={keys.testMailTo} type="email" value={email} onChange={setEmail} isRequired />
        {sending.error && <ErrorPanel error={sending.error} />}
        {sending.data && (
          <Notice
            kind={sending.data.status === "sent" ? "good" : "bad"}
            title={keys.testMailResults[sending.data.status]}
          >
            {sending.data.why}
          </Notice>
        )}
        <div className="actions">
          <Button type="submit" isBusy={sending.isPending}>
            {keys.testMail}
          </Button>
        </div>
      </form>
    </section>
  );
}
