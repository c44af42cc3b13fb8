import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorPanel } from "../../components/error-panel.tsx";
import { type Fact, Facts } from "../../components/facts.tsx";
import { Page } from "../../components/page.tsx";
import { Time } from "../../components/time.tsx";
import { WithCurrentKey } from "../../components/with-key.tsx";
import { useApiKeys, useSession } from "../../session/session.tsx";
import { useLanguage } from "../../texts/texts.tsx";
import { sizeText } from "./size-text.ts";
import { Usage } from "./usage.tsx";

interface Health {
  status: "ok";
  version: string;
  store: "sqlite" | "firestore";
}

/** The state of the server and the workspace. */
export default function OverviewPage() {
  const { overview, pages } = useLanguage().texts;
  return (
    <Page title={pages.overview} lead={overview.lead}>
      <div className="cards">
        <Card title={overview.server}>
          <ServerFacts />
        </Card>
        <Card title={overview.workspace}>
          <WorkspaceFacts />
        </Card>
      </div>
      <WithCurrentKey>{(client, apiKey) => <Usage client={client} apiKey={apiKey} />}</WithCurrentKey>
    </Page>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function ServerFacts() {
  const { texts, language } = useLanguage();
  const { overview } = texts;
  const { client } = useSession();
  const health = useQuery({ queryKey: ["health"], queryFn: readHealth, refetchInterval: 5_000 });
  const server = useQuery({
    queryKey: ["server"],
    queryFn: async ({ signal }) => (await client.workspace.server.get({}, { signal })).data,
  });
  const { version, store } = health.data ?? {};
  const { startedAt, disk } = server.data ?? {};
  const size = (bytes: number) => sizeText(bytes, language);
  return (
    <>
      {health.error && <ErrorPanel error={health.error} onRetry={() => void health.refetch()} />}
      {/* Each fact has its line before its value has loaded, so that nothing below moves. */}
      <Facts
        facts={[
          [
            overview.status,
            health.isSuccess && (
              <span className="good" key="status">
                {overview.up}
              </span>
            ),
          ],
          [overview.version, version],
          [overview.store, store && overview.stores[store]],
          [overview.startedAt, startedAt !== undefined && <Time key="since" at={startedAt} />],
          [overview.disk, disk && overview.diskOf(size(disk.data), size(disk.free))],
        ]}
      />
    </>
  );
}

function WorkspaceFacts() {
  const { overview } = useLanguage().texts;
  const { client, login, isReadOnly } = useSession();
  const keys = useApiKeys();
  const workspace = useQuery({
    queryKey: [login.workspaceId, "workspace"],
    // The reply contains the workspace token, which a read-only session may not see.
    enabled: !isReadOnly,
    queryFn: async ({ signal }) => (await client.workspace.get({}, { signal })).data,
  });
  const privateFacts: Fact[] = isReadOnly
    ? []
    : [
        [overview.workspace, workspace.data?.name],
        [overview.owner, workspace.data?.owner.email],
      ];
  return (
    <>
      {keys.error && <ErrorPanel error={keys.error} onRetry={() => void keys.refetch()} />}
      <Facts
        facts={[
          ...privateFacts,
          [overview.workspaceId, <code key="id">{login.workspaceId}</code>],
          [overview.apiKeys, keys.data?.length],
        ]}
      />
    </>
  );
}

/** Reads the health page, which needs no credentials. */
async function readHealth({ signal }: { signal: AbortSignal }): Promise<Health> {
  const response = await fetch("/health", { signal });
  if (!response.ok) throw new Error(`/health: ${response.status}`);
  return response.json();
}
