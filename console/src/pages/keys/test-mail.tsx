import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { Button } from "../../components/button.tsx";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { Notice } from "../../components/notice.tsx";
import type { Client } from "../../session/clients.ts";
import { useSession } from "../../session/session.tsx";
import { useTexts } from "../../texts/texts.tsx";

/** Sends a mail with the stored settings to test them. */
export function TestMail({ client }: { client: Client }) {
  const { keys } = useTexts();
  const { isReadOnly } = useSession();
  const [email, setEmail] = useState("");
  const sending = useMutation({
    mutationFn: async (to: string) => ({ to, ...(await client.workspace.emailconfig.test({ email: to })).data }),
  });
  if (isReadOnly) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sending.mutate(email);
  };
  return (
    <section>
      <h2>{keys.testMail}</h2>
      <form className="form" onSubmit={submit}>
        <TextField label={keys.testMailTo} type="email" value={email} onChange={setEmail} isRequired />
        {sending.error && <ErrorPanel error={sending.error} />}
        {sending.data && <TestMailResult {...sending.data} />}
        <div className="actions">
          <Button type="submit" isBusy={sending.isPending}>
            {keys.testMail}
          </Button>
        </div>
      </form>
    </section>
  );
}

type Result = { to: string } & Awaited<ReturnType<Client["workspace"]["emailconfig"]["test"]>>["data"];

/** The result of a test mail. It names the address, because the field may contain another one by then. */
function TestMailResult({ to, status, transport, why }: Result) {
  const { keys } = useTexts();
  if (status === "sent" && transport === "mailbox")
    return (
      <Notice kind="plain" title={keys.testMailKept(to)}>
        <p>{keys.testMailKeptHelp}</p>
        <Link to="/notifications" search={{ tab: "mailbox" }}>
          {keys.toMailbox}
        </Link>
      </Notice>
    );
  return (
    <Notice kind={status === "sent" ? "good" : "bad"} title={keys.testMailResults[status](to)}>
      {why}
    </Notice>
  );
}
