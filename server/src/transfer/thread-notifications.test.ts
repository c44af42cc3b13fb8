import {
  comment,
  configure,
  inboxOf,
  noticeWorld,
  startThread,
} from "@atrium/functions/testing/fixtures/notifications/notices";
import { type World, world } from "@atrium/functions/testing/harness/world";
import { expect, test } from "@jest/globals";
import { exportLines, importAll } from "../../testing/transfer.ts";

/** The export lines of a world's workspace. */
const linesOf = ({ context, tenant }: World) => exportLines(context.store, tenant.workspaceId, context.now());

test("notifications about threads are exported, imported elsewhere and exported as the same lines", async () => {
  const w = await noticeWorld();
  await startThread(w);
  for (const text of ["one", "two", "three"]) {
    w.advance(1);
    await comment(w, "lin", text);
    await w.drain();
  }
  const [before] = await inboxOf(w, "ada");
  const notifications = [{ id: before.unreadIds[0], readByUserIds: ["ada"] }];
  await w.ok("/v2/notifications/update", { organizationId: "acme", notifications });
  // Nobody has received this notification: a task holds it, and tasks are not exported.
  await configure(w, { delaySeconds: 3600 });
  w.advance(1);
  await comment(w, "lin", "four");
  await w.drain();
  const lines = await linesOf(w);
  const elsewhere = await world();
  expect(await importAll(elsewhere.context, lines)).toMatchObject({ skipped: 0, problems: [] });
  const { workspaceId } = JSON.parse(lines[0] ?? "");
  const kinds = lines.map((line) => JSON.parse(line).kind);
  expect(kinds.filter((kind) => kind === "notification").length).toBe(3);
  expect(kinds).toContain("inboxEntry");
  expect(await exportLines(elsewhere.context.store, workspaceId, elsewhere.context.now())).toStrictEqual(lines);
});
