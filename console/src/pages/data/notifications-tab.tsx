import type { Notification } from "@atrium/client";
import { Notice } from "../../components/notice.tsx";
import { SearchField } from "../../components/search-field.tsx";
import { Time } from "../../components/time.tsx";
import type { Column } from "../../lists/data-table.tsx";
import { RecordTable } from "../../lists/record-table.tsx";
import { useList } from "../../lists/use-list.ts";
import { useUrlState } from "../../router/url-state.ts";
import { useTexts } from "../../texts/texts.tsx";
import type { OrganizationPlace } from "./place.ts";

/** The notifications of an organization, of everybody or of one person. */
export function NotificationsTab({ client, apiKey, organizationId }: OrganizationPlace) {
  const { data } = useTexts();
  const [userId, findUser] = useUrlState("user");
  const list = useList<Notification>({
    queryKey: [apiKey, "notifications", organizationId, userId],
    fetchPage: (page, signal) =>
      client.notifications.get({ ...page, organizationId, userId: userId || undefined }, { signal }),
  });
  const columns: Column<Notification>[] = [
    { title: data.text, cell: (one) => textOf(one), width: "minmax(12rem, 2fr)" },
    { title: data.author, cell: ({ actionUser }) => actionUser.name || actionUser.userId },
    { title: data.time, cell: ({ timestamp }) => <Time at={Number(timestamp)} />, width: "minmax(11rem, 0.5fr)" },
  ];
  return (
    <>
      <div className="filters">
        <SearchField label={data.ofPerson} value={userId} onChange={findUser} />
      </div>
      <RecordTable
        label={data.notifications}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<Notice kind="plain" title={data.noNotifications} />}
      />
    </>
  );
}

function textOf({ displayBodyMessage, displayHeadlineMessageTemplate }: Notification): string {
  return displayBodyMessage || displayHeadlineMessageTemplate || "";
}
