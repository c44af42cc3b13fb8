import { Facts } from "../../components/facts.tsx";
import { Time } from "../../components/time.tsx";
import { useLanguage } from "../../texts/texts.tsx";
import { BodyView } from "./body-view.tsx";
import type { Delivery } from "./deliveries-tab.tsx";

/** One delivery attempt: its time, its duration and the endpoint's reply. */
export function AttemptView({ attempt, number }: { attempt: Delivery["attempts"][number]; number: number }) {
  const { language, texts } = useLanguage();
  const { webhooks, common } = texts;
  const { at, duration, status, error, response } = attempt;
  return (
    <section>
      <h3>{webhooks.attempt(new Intl.NumberFormat(language).format(number))}</h3>
      <Facts
        facts={[
          [common.time, <Time key="time" at={Date.parse(at)} isExact />],
          [webhooks.duration, `${new Intl.NumberFormat(language).format(Math.round(duration))} ms`],
          [webhooks.status, status ?? webhooks.noReply],
          ...(error === null
            ? []
            : [
                [
                  webhooks.error,
                  <span key="error" className="bad">
                    {error}
                  </span>,
                ] as const,
              ]),
        ]}
      />
      {status !== null && status >= 300 && status < 400 && <p>{webhooks.notFollowed}</p>}
      {status !== null && <Reply response={response} label={`${webhooks.reply} ${number}`} />}
    </section>
  );
}

function Reply({ response, label }: { response: string; label: string }) {
  const { webhooks } = useLanguage().texts;
  if (response === "") return <p className="quiet">{webhooks.emptyReply}</p>;
  return <BodyView text={response} label={label} />;
}
