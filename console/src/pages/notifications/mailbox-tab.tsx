import type { WorkspaceMailsGetData } from "@atrium/client";
import { useQuery } from "@tanstack/react-query";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Facts } from "../../components/facts.tsx";
import { Notice } from "../../components/notice.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { TextView } from "../../components/text-view.tsx";
import { Time } from "../../components/time.tsx";
import { completeList } from "../../lists/complete-list.ts";
import { type Column, DataTable } from "../../lists/data-table.tsx";
import { useUrlState } from "../../router/url-state.ts";
import type { Client } from "../../session/clients.ts";
import { useTexts } from "../../texts/texts.tsx";
import { MailHtml } from "./mail-html.tsx";

type MailSummary = WorkspaceMailsGetData["mails"][number];

/** Polling interval for new mails, ms. */
const LOOK = 3_000;

/** The mails that were kept instead of being sent. */
export function MailboxTab({ client, apiKey }: { client: Client; apiKey: string }) {
  const { notifications, common } = useTexts();
  const [opened, open] = useUrlState("mail", "", { isStep: true });
  const mails = useQuery({
    queryKey: [apiKey, "mails"],
    queryFn: async ({ signal }) => (await client.workspace.mails.get({}, { signal })).data.mails,
    refetchInterval: LOOK,
  });
  const columns: Column<MailSummary>[] = [
    {
      title: notifications.subject,
      width: "minmax(20ch, 2fr)",
      cell: ({ number, subject }) => (
        <Button kind="link" onClick={() => open(String(number))}>
          {subject || "–"}
        </Button>
      ),
    },
    { title: notifications.to, cell: ({ to }) => addressOf(to), width: "minmax(20ch, 1.5fr)" },
    { title: common.time, cell: ({ time }) => <Time at={time} isExact />, width: "24ch" },
  ];
  return (
    <>
      <p className="quiet">{notifications.mailboxLead}</p>
      <DataTable
        label={notifications.mailbox}
        list={completeList(mails.data, mails)}
        columns={columns}
        keyOf={({ number }) => String(number)}
        empty={
          <Notice kind="plain" title={notifications.noMails}>
            {notifications.noMailsHelp}
          </Notice>
        }
      />
      <Dialog isOpen={opened !== ""} onClose={() => open("")} title={notifications.mail}>
        {opened !== "" && <Mail client={client} apiKey={apiKey} number={Number(opened)} />}
        <div className="actions">
          <Button onClick={() => open("")}>{common.close}</Button>
        </div>
      </Dialog>
    </>
  );
}

/** One mail, as its recipient sees it and as text. */
function Mail({ client, apiKey, number }: { client: Client; apiKey: string; number: number }) {
  const { notifications } = useTexts();
  const mail = useQuery({
    queryKey: [apiKey, "mail", number],
    queryFn: async ({ signal }) => (await client.workspace.mails.get({ number }, { signal })).data.mail ?? null,
  });
  return (
    <QueryView query={mail}>
      {(content) =>
        content && (
          <>
            <Facts
              facts={[
                [notifications.subject, content.subject],
                [notifications.from, addressOf(content.from)],
                [notifications.to, addressOf(content.to)],
              ]}
            />
            <h3>{notifications.asHtml}</h3>
            <MailHtml html={content.html} />
            <h3>{notifications.asText}</h3>
            <TextView text={content.text} label={notifications.asText} />
          </>
        )
      }
    </QueryView>
  );
}

function addressOf({ name, address }: MailSummary["to"]): string {
  return name ? `${name} <${address}>` : address;
}
