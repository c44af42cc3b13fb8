import { expect, test } from "@jest/globals";
import { deleteActivities } from "#domain/activities/jobs";
import { purge } from "#domain/retention/jobs";
import type { Context } from "#src/context";
import { declaredJobs } from "#src/jobs";
import { world } from "#testing/harness/world";

test("a task has the name of its job and a payload of its shape; the compiler refuses anything else", () => {
  expect(purge.task({ id: "one", dueAt: 5 }, { paths: ["a/b"] })).toStrictEqual({
    id: "one",
    job: "purge",
    payload: { paths: ["a/b"] },
    dueAt: 5,
  });
  // @ts-expect-error A payload of another shape.
  purge.task({ id: "one" }, { path: "a/b" });
  // @ts-expect-error A text where a time belongs.
  deleteActivities.task({ id: "one" }, { organization: "a/b", until: "5" });
  const misnamed = (context: Context) =>
    // @ts-expect-error A task that was not created by a declaration: its job may not exist.
    context.queue.start({ id: "one", job: "purg", payload: {} });
  expect(typeof misnamed).toBe("function");
});

test("a task stored by an earlier version, with times as text, runs", async () => {
  const w = await world();
  const earlierTask = {
    job: "delete-activities",
    payload: { organization: "apiKeys/x/organizations/acme", until: "5" },
  };
  await w.context.store.commit([{ op: "set", path: "tasks/earlier", data: { ...earlierTask, dueAt: 0, nextAt: 0 } }]);
  await w.drain();
  expect(await w.context.store.get("tasks/earlier")).toBeUndefined();
  expect(w.logged.filter(({ level }) => level !== "info")).toStrictEqual([]);
});

test("a payload that is not of the declared shape fails its task, which stays stored", async () => {
  const [job] = declaredJobs.filter(({ name }) => name === "purge");
  const w = await world();
  await expect(async () => job?.run(w.context, { paths: "a/b" }, { id: "one", attempt: 1 })).rejects.toThrow(/paths/);
});
