import { expect, test } from "@jest/globals";
import type { Delivery } from "./deliveries-tab.tsx";
import { healthOf } from "./endpoint-health.ts";

const NOW = Date.UTC(2026, 0, 1, 12);

function delivery(status: Delivery["status"], minutesAgo: number, ...replies: (number | null)[]): Delivery {
  const at = new Date(NOW - minutesAgo * 60_000).toISOString();
  const attempts = replies.map((reply) => ({ at, duration: 5, status: reply, error: null, response: "" }));
  const ids = { deliveryId: `${minutesAgo}`, messageId: "m", endpointId: "e", eventType: "user.add" };
  return { ...ids, status, createdAt: at, nextAttemptAt: null, attempts };
}

test("the health of an endpoint follows its newest deliveries", () => {
  const deliveries = [
    delivery("pending", 1),
    delivery("pending", 2, 500, null),
    delivery("failed", 30, 404),
    delivery("succeeded", 90, 500, 200),
  ];
  expect(healthOf(deliveries, NOW)).toStrictEqual({
    ended: 2,
    succeeded: 1,
    waiting: 2,
    inLastHour: 3,
    isFailing: true,
  });
  expect(healthOf([delivery("succeeded", 1, 500, 204)], NOW).isFailing).toBe(false);
  expect(healthOf([], NOW)).toMatchObject({ ended: 0, isFailing: false });
});
