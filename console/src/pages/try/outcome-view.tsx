import { Facts } from "../../components/facts.tsx";
import { JsonView } from "../../components/json-view.tsx";
import { useLanguage } from "../../texts/texts.tsx";
import type { Outcome } from "./call-endpoint.ts";

/** The result of a successful call. */
export function OutcomeView({ outcome: { data, message, requestId, pageToken, duration } }: { outcome: Outcome }) {
  const { language, texts } = useLanguage();
  const { tryIt, common } = texts;
  return (
    <section className="section">
      <h2>{tryIt.result}</h2>
      <Facts
        facts={[
          [
            tryIt.message,
            <span key="message" className="good" role="status">
              {message}
            </span>,
          ],
          [tryIt.duration, `${new Intl.NumberFormat(language).format(Math.round(duration))} ms`],
          [common.requestId, <code key="id">{requestId}</code>],
          ...(pageToken === undefined ? [] : [[tryIt.nextPage, <code key="next">{pageToken}</code>] as const]),
        ]}
      />
      <JsonView value={data ?? null} label={tryIt.result} />
    </section>
  );
}
