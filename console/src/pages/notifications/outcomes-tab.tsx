import type { NoticeDelivery } from "@atrium/client";
import { ChoiceField } from "../../components/fields/choice-field.tsx";
import { SearchField } from "../../components/fields/search-field.tsx";
import { Filters } from "../../components/filters.tsx";
import { Notice } from "../../components/notice.tsx";
import { Time } from "../../components/time.tsx";
import type { Column } from "../../lists/data-table.tsx";
import { RecordTable } from "../../lists/record-table.tsx";
import { useList } from "../../lists/use-list.ts";
import { useOrganizations } from "../../places/suggestions.ts";
import { useUrlState } from "../../router/url-state.ts";
import type { Client } from "../../session/clients.ts";
import { useTexts } from "../../texts/texts.tsx";
import { useNewestFirst } from "./newest-first.ts";
import { ChannelsOfNotice, ReasonOfNotice, StateOfNotice } from "./notice-cells.tsx";
import { NotificationText } from "./notification-text.tsx";

/** Polling interval for changes, ms. */
const LOOK = 3_000;

/** The outcomes of an organization's notifications, per person. */
export function OutcomesTab({ client, apiKey }: { client: Client; apiKey: string }) {
  const { notifications, common } = useTexts();
  const organizations = useOrganizations({ client, apiKey });
  // If the person clears the field, it stays empty: the page shows data only for the organization that it names.
  const [organizationId, setOrganization] = useUrlState("organization", organizations.data?.[0]?.[0]);
  const [userId, setUser] = useUrlState("user");
  const [documentId, setDocument] = useUrlState("document");
  const [state, setState] = useUrlState("state");
  const loadedList = useList<NoticeDelivery>({
    queryKey: [apiKey, "notices", organizationId, userId, documentId, state],
    fetchPage:
      organizationId === ""
        ? undefined
        : (page, signal) =>
            client.notifications.deliveries.get(
              {
                ...{ ...page, organizationId },
                ...{ userId: userId || undefined, documentId: documentId || undefined },
                state: (state || undefined) as NoticeDelivery["state"] | undefined,
              },
              { signal },
            ),
    refetchInterval: LOOK,
  });
  const list = useNewestFirst(loadedList, ({ timestamp }) => timestamp);
  const columns: Column<NoticeDelivery>[] = [
    { title: notifications.person, cell: ({ userId }) => userId, width: "minmax(10ch, 1.2fr)" },
    { title: notifications.document, cell: ({ documentId }) => documentId, width: "minmax(9ch, 1fr)" },
    { title: notifications.state, cell: (notice) => <StateOfNotice notice={notice} />, width: "minmax(10ch, 0.6fr)" },
    { title: notifications.reason, cell: (notice) => <ReasonOfNotice notice={notice} />, width: "minmax(12ch, 1.4fr)" },
    {
      title: notifications.channels,
      cell: (notice) => <ChannelsOfNotice notice={notice} />,
      width: "minmax(12ch, 1.4fr)",
    },
    { title: notifications.direct, cell: ({ isDirect }) => (isDirect ? common.yes : common.no) },
    { title: common.time, cell: ({ timestamp }) => <Time at={timestamp} isExact />, width: "20ch" },
  ];
  return (
    <>
      <Filters>
        <SearchField
          label={notifications.organization}
          value={organizationId}
          onChange={setOrganization}
          suggestions={organizations.data}
        />
        <SearchField label={notifications.person} value={userId} onChange={setUser} />
        <SearchField label={notifications.document} value={documentId} onChange={setDocument} />
        <ChoiceField
          label={notifications.state}
          value={state}
          choices={{ "": notifications.anyState, ...notifications.states }}
          onChange={setState}
        />
      </Filters>
      {list.hasMore && <p className="quiet">{notifications.order}</p>}
      {organizations.data && organizationId === "" ? (
        <Notice kind="plain" title={notifications.noOrganization}>
          {notifications.noOrganizationHelp}
        </Notice>
      ) : (
        <RecordTable
          label={notifications.outcomes}
          list={list}
          columns={columns}
          keyOf={({ notificationId, userId }) => `${notificationId} · ${userId}`}
          details={({ notificationId }) => <NotificationText {...{ client, apiKey, notificationId, organizationId }} />}
          empty={
            <Notice kind="plain" title={notifications.empty}>
              {notifications.emptyHelp}
            </Notice>
          }
        />
      )}
    </>
  );
}
