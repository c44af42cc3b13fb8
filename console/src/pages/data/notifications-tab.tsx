import type { Notification } from "@atrium/client";
import { useQueryClient } from "@tanstack/react-query";
import { DeleteButton } from "../../components/delete-button.tsx";
import { SearchField } from "../../components/fields/search-field.tsx";
import { Notice } from "../../components/notice.tsx";
import { Time } from "../../components/time.tsx";
import type { Column } from "../../lists/data-table.tsx";
import { dropRow } from "../../lists/drop-row.ts";
import { RecordTable } from "../../lists/record-table.tsx";
import { useList } from "../../lists/use-list.ts";
import { useUrlState } from "../../router/url-state.ts";
import { useTexts } from "../../texts/texts.tsx";
import { useNewestFirst } from "../notifications/newest-first.ts";
import { textOfNotification } from "../notifications/text-of-notification.ts";
import { ItemButton } from "./item-button.tsx";
import type { OrganizationPlace } from "./place.ts";
import { copyOf } from "./stored.ts";

/** The notifications of an organization, of everybody or of one person. */
export function NotificationsTab({ client, apiKey, organizationId }: OrganizationPlace) {
  const { data, common, notifications } = useTexts();
  const queries = useQueryClient();
  const [userId, findUser] = useUrlState("user");
  const queryKey = [apiKey, "notifications", organizationId];
  const changed = () => void queries.invalidateQueries({ queryKey });
  const loadedList = useList<Notification>({
    queryKey: [...queryKey, userId],
    fetchPage: (page, signal) =>
      client.notifications.get({ ...page, organizationId, userId: userId || undefined }, { signal }),
  });
  const list = useNewestFirst(loadedList, ({ timestamp }) => Number(timestamp));
  const columns: Column<Notification>[] = [
    { title: data.text, cell: ({ messages }) => textOfNotification(messages), width: "minmax(12rem, 2fr)" },
    { title: data.author, cell: ({ actionUser }) => actionUser.name || actionUser.userId },
    { title: data.time, cell: ({ timestamp }) => <Time at={Number(timestamp)} />, width: "minmax(11rem, 0.5fr)" },
  ];
  return (
    <>
      <div className="filters">
        <SearchField label={data.ofPerson} value={userId} onChange={findUser} />
      </div>
      {list.hasMore && <p className="quiet">{notifications.order}</p>}
      <RecordTable
        label={data.notifications}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<Notice kind="plain" title={data.noNotifications} />}
        actions={(row, close) => (
          <>
            <ItemButton
              title={common.edit}
              of={`${data.records.notification} ${row.id}`}
              path="/v2/notifications/update"
              list="notifications"
              initial={{ ...row }}
              without={["id"]}
              reread={async () => {
                const of = { organizationId, userId: userId || undefined, notificationIds: [row.id] };
                const { data: storedNotifications } = await client.notifications.get(of);
                return copyOf(storedNotifications[0]);
              }}
              send={(changes) =>
                client.notifications.update({ organizationId, notifications: [{ ...changes, id: row.id }] })
              }
              onDone={changed}
            />
            <DeleteButton
              title={data.deleteOne(row.id)}
              onDelete={async () => {
                await client.notifications.delete({ organizationId, notificationIds: [row.id] });
                close();
                dropRow<Notification>(queries, queryKey, ({ id }) => id === row.id);
              }}
            >
              <p>{data.forEver}</p>
            </DeleteButton>
          </>
        )}
      />
    </>
  );
}
