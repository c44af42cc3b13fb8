import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Chart } from "../../components/chart.tsx";
import { Facts } from "../../components/facts.tsx";
import { ChoiceField } from "../../components/fields/choice-field.tsx";
import { Notice } from "../../components/notice.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { useUrlState } from "../../router/url-state.ts";
import type { Client } from "../../session/clients.ts";
import { useLanguage } from "../../texts/texts.tsx";

type UsageData = Awaited<ReturnType<Client["workspace"]["usage"]["get"]>>["data"];

/** The usage of an API key in the last hour or day. */
export function Usage({ client, apiKey }: { client: Client; apiKey: string }) {
  const { overview } = useLanguage().texts;
  const [period, choose] = useUrlState("period", "hour");
  const usage = useQuery({
    queryKey: [apiKey, "usage", period],
    queryFn: async ({ signal }) =>
      (await client.workspace.usage.get({ period: period === "day" ? "day" : "hour" }, { signal })).data,
    refetchInterval: 30_000,
  });
  return (
    <section>
      <h2>{overview.usage}</h2>
      <div className="filters">
        <ChoiceField label={overview.period} value={period} choices={overview.periods} onChange={choose} />
      </div>
      <QueryView query={usage}>
        {(usageData) =>
          usageData.isKept ? (
            <UsageView found={usageData} />
          ) : (
            <Notice kind="plain" title={overview.notCounted}>
              {overview.notCountedHelp}
            </Notice>
          )
        }
      </QueryView>
    </section>
  );
}

function UsageView({ found }: { found: UsageData }) {
  const { language, texts } = useLanguage();
  const { overview } = texts;
  const { total, points, activePeople } = found;
  const { format } = useMemo(() => new Intl.NumberFormat(language), [language]);
  const ms = (value: number | undefined) => value !== undefined && `${format(value)} ms`;
  const charts = useMemo(() => {
    const times = points.map(({ time }) => time);
    return {
      times,
      requests: [
        { label: overview.requests, values: points.map(({ requests }) => requests), colour: "accent" as const },
        { label: overview.errors, values: points.map(({ errors }) => errors), colour: "bad" as const },
      ],
      latency: [
        { label: "p50", values: points.map(({ p50 }) => p50), colour: "accent" as const },
        { label: "p99", values: points.map(({ p99 }) => p99), colour: "warn" as const },
      ],
    };
  }, [points, overview]);
  return (
    <>
      <Facts
        facts={[
          [overview.requests, format(total.requests)],
          [overview.errors, format(total.errors)],
          [overview.latency, total.p50 === undefined ? "–" : `p50 ${ms(total.p50)}, p99 ${ms(total.p99)}`],
          [overview.deliveries, overview.deliveriesOf(format(total.deliveries), format(total.failedDeliveries))],
          [overview.mails, format(total.mails)],
          [overview.activePeople, format(activePeople)],
        ]}
      />
      <div className="cards">
        <Chart label={overview.requests} times={charts.times} series={charts.requests} />
        <Chart label={overview.latencyInMs} times={charts.times} series={charts.latency} />
      </div>
    </>
  );
}
