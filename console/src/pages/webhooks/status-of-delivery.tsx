import { useTexts } from "../../texts/texts.tsx";
import type { Delivery } from "./deliveries-tab.tsx";

const looks = { pending: "warn", succeeded: "good", failed: "bad", canceled: "quiet" } as const;

/** The state of a delivery in words. */
export function StatusOfDelivery({ status }: Pick<Delivery, "status">) {
  const { webhooks } = useTexts();
  return <span className={looks[status]}>{webhooks.statuses[status]}</span>;
}
