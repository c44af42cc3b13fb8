import { expect, test } from "@jest/globals";
import { type Answer, type Outcome, outcomeOf } from "./delivery-outcome.ts";

const now = 1_767_603_600_000;
const table: [answer: Answer, made: number, outcome: Outcome][] = [
  [{ status: 200 }, 1, { status: "succeeded" }],
  [{ status: 204 }, 10, { status: "succeeded" }],
  [{ status: 299 }, 1, { status: "succeeded" }],
  [{ status: 199 }, 1, { status: "pending", dueAt: now + 5000 }],
  [{ status: 302 }, 1, { status: "pending", dueAt: now + 5000 }],
  [{ status: 404 }, 1, { status: "pending", dueAt: now + 5000 }],
  [{ status: 500 }, 2, { status: "pending", dueAt: now + 300_000 }],
  [{}, 1, { status: "pending", dueAt: now + 5000 }],
  [{ status: 503, retryAfter: "7" }, 1, { status: "pending", dueAt: now + 7000 }],
  [{ status: 429, retryAfter: "3600" }, 1, { status: "pending", dueAt: now + 10_000 }],
  [{ status: 500, retryAfter: "soon" }, 1, { status: "pending", dueAt: now + 5000 }],
  [{ status: 410 }, 1, { status: "gone" }],
  [{ status: 500 }, 10, { status: "failed" }],
  [{}, 10, { status: "failed" }],
];
for (const [answer, attempt, outcome] of table)
  test(`after attempt ${attempt} answered ${JSON.stringify(answer)} the status is ${outcome.status}`, () => {
    expect(outcomeOf(answer, attempt, now, 0.5)).toStrictEqual(outcome);
  });
