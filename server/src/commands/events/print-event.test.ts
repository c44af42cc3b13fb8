import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expect, jest, test } from "@jest/globals";
import { visibleLines } from "../../log/visible-text.ts";
import type { ReceivedEvent } from "./event-receiver.ts";
import { printEvent } from "./print-event.ts";

test("`listen` prints ids and texts with invisible characters as visible text, and with --json as escape sequences", () => {
  const lines: string[] = [];
  const log = jest.spyOn(console, "log").mockImplementation((line) => void lines.push(line));
  onTestFinished(() => log.mockRestore());
  const organizationId = "acme\u202e\u009b2J";
  const data = { metadata: { organizationId }, commentText: "a\u009b2Jb\nc" };
  const event = { event: "comment.add", timestamp: 0, webhookId: "evt_1", data };
  const received = { event } as unknown as ReceivedEvent;
  printEvent({}, received);
  const text = lines.join("\n");
  expect(text).toContain("  acme��2J  verified  evt_1\n");
  expect(text).toContain('"commentText": "a�2Jb\\nc"');
  expect(visibleLines(text)).toBe(text);
  lines.length = 0;
  printEvent({ json: true }, received);
  expect(lines).toStrictEqual([visibleLines(lines[0] ?? "")]);
  expect(JSON.parse(lines[0] ?? "")).toStrictEqual(event);
});
