import type { WorkspaceRequestsGetData } from "@atrium/client";
import { useQuery } from "@tanstack/react-query";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { completeList } from "../../lists/complete-list.ts";
import { type Column, DataTable } from "../../lists/data-table.tsx";
import { useUrlState, useUrlValues } from "../../router/url-state.ts";
import { useSession } from "../../session/session.tsx";
import { useLanguage } from "../../texts/texts.tsx";
import { LogFilters } from "./log-filters.tsx";
import { RequestDialog } from "./request-dialog.tsx";
import { numberOf, statusesOf } from "./typed-numbers.ts";

/** One request of the log. */
export type LoggedRequest = WorkspaceRequestsGetData["requests"][number];

/** Polling interval for new requests, ms. */
const LOOK = 3_000;
/** Polling interval while waiting for a specific request that the log does not contain yet, ms. */
const LOOK_FOR_ONE = 500;
/** Maximum number of requests shown. */
const SHOWN = 500;
/** Maximum number of requests that the service searches and returns. */
const LOOKED_THROUGH = 2000;
/** The endpoint that this page reads the log from. */
const OWN = "/v2/workspace/requests/get";

/** The latest requests of the workspace. */
export default function LogsPage() {
  const { language, texts } = useLanguage();
  const { pages, logs, common } = texts;
  const [opened, open] = useUrlState("opened", "", { isStep: true });
  const requests = useRequests();
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const columns: Column<LoggedRequest>[] = [
    {
      title: common.time,
      width: "24ch",
      cell: ({ time }) => <Time at={Date.parse(time)} isExact />,
    },
    {
      title: logs.endpoint,
      width: "minmax(18ch, 4fr)",
      cell: ({ path, requestId }) => (
        <Button kind="link" onClick={() => open(requestId)}>
          {path}
        </Button>
      ),
    },
    { title: logs.status, cell: (request) => <StatusOfRequest request={request} />, width: "minmax(7ch, 1fr)" },
    { title: logs.duration, cell: ({ ms }) => `${number.format(ms)} ms` },
    { title: logs.user, cell: ({ userId }) => userId ?? "–" },
    {
      title: logs.cost,
      width: "minmax(14ch, 1fr)",
      cell: ({ reads, writes, trips }) => `${reads} / ${writes} / ${trips}`,
    },
    { title: logs.requestId, cell: ({ requestId }) => <code>{requestId}</code>, width: "minmax(9ch, 1fr)" },
  ];
  const { requestId: idFilter } = useUrlValues();
  const empty = requests.data?.isKept ? (
    <Notice kind="plain" title={logs.empty}>
      {idFilter ? logs.late : logs.emptyHelp}
    </Notice>
  ) : (
    <Notice kind="plain" title={logs.notKept}>
      {logs.notKeptHelp}
    </Notice>
  );
  const rows = requests.data?.requests;
  return (
    <Page title={pages.logs} lead={logs.lead}>
      <LogFilters />
      <p className="quiet">{logs.live}</p>
      <DataTable
        label={logs.requests}
        list={completeList(rows, requests)}
        columns={columns}
        keyOf={({ requestId }) => requestId}
        empty={empty}
      />
      <RequestDialog request={rows?.find(({ requestId }) => requestId === opened)} onClose={() => open("")} />
    </Page>
  );
}

/** Queries the requests that match the filters in the address. */
function useRequests() {
  const { client, login } = useSession();
  const { path, status, user, requestId, of, slower, consoles } = useUrlValues();
  const statuses = validValue(statusesOf(status));
  // The service filters by single statuses only; a class is filtered here, from all requests that the service searches.
  const isClass = statuses !== undefined && statuses.from !== statuses.to;
  // A search by request id must find the request, whoever made it.
  const via = consoles === "shown" || requestId ? undefined : "token";
  return useQuery({
    queryKey: [login.workspaceId, "requests", path, status, user, requestId, of, slower, via],
    queryFn: async ({ signal }) => {
      const { data } = await client.workspace.requests.get(
        {
          ...{ path: path || undefined, userId: user || undefined, requestId: requestId || undefined },
          ...{ apiKey: of || undefined, via },
          ...{ limit: isClass ? LOOKED_THROUGH : SHOWN, status: isClass ? undefined : statuses?.from },
          minMs: validValue(numberOf(slower)),
        },
        { signal },
      );
      const isWanted = (request: LoggedRequest) =>
        (path || request.path !== OWN) &&
        (!isClass || (request.status >= statuses.from && request.status <= statuses.to));
      return { ...data, requests: data.requests.filter(isWanted).slice(0, SHOWN) };
    },
    refetchInterval: ({ state }) => (requestId && state.data?.requests.length === 0 ? LOOK_FOR_ONE : LOOK),
  });
}

/** Ignores an invalid value, which is reported at its field. */
function validValue<Typed>(value: Typed | "wrong"): Typed | undefined {
  return value === "wrong" ? undefined : value;
}

/** How a request was answered. */
function StatusOfRequest({ request: { status, error } }: { request: LoggedRequest }) {
  const look = status >= 500 ? "bad" : status >= 400 ? "warn" : "good";
  return <span className={look}>{error ? `${status} ${error.status}` : status}</span>;
}
