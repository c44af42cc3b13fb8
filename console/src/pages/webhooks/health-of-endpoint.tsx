import type { WebhookEndpoint } from "@atrium/client";
import { useTexts } from "../../texts/texts.tsx";
import type { EndpointHealth } from "./endpoint-health.ts";

/** The health of an endpoint in a word. */
export function HealthOfEndpoint({
  endpoint: { disabled, disabledReason },
  health: { ended, isFailing },
}: {
  endpoint: WebhookEndpoint;
  health: EndpointHealth;
}) {
  const { webhooks } = useTexts();
  if (disabled) return <span className="warn">{disabledReason ?? webhooks.disabled}</span>;
  if (isFailing) return <span className="bad">{webhooks.failing}</span>;
  if (ended === 0) return <span className="quiet">{webhooks.unused}</span>;
  return <span className="good">{webhooks.working}</span>;
}
