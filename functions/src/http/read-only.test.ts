import { expect, test } from "@jest/globals";
import * as z from "zod";
import { transactChange } from "#domain/events/store/change";
import { loadOrganization } from "#domain/organizations/store/organizations";
import { endpoint } from "./endpoint.ts";

const shape = {
  auth: "apiKey",
  summary: "",
  input: z.object({}),
  output: z.undefined(),
  cost: { reads: 0, writes: 0, trips: 0 },
  example: {},
} as const;

test("the handler of an endpoint that reads has no way to write, and the compiler refuses each", () => {
  const reading = endpoint({
    ...shape,
    path: "/v2/test/read",
    kind: "read",
    async handle(call) {
      await loadOrganization(call.store, call, "acme");
      // @ts-expect-error: a transaction
      await call.store.transact(async () => undefined);
      // @ts-expect-error: a commit
      await call.store.commit([]);
      // @ts-expect-error: many writes
      await call.store.bulk([]);
      // @ts-expect-error: a function that writes
      await transactChange(call, async () => undefined);
      return { message: "" };
    },
  });
  expect(reading.kind).toBe("read");
});

test("the handler of an endpoint that writes can do both", () => {
  const writing = endpoint({
    ...shape,
    path: "/v2/test/write",
    kind: "write",
    audit: false,
    async handle(call) {
      await loadOrganization(call.store, call, "acme");
      await transactChange(call, async () => undefined);
      return { message: "" };
    },
  });
  expect(writing.kind).toBe("write");
});
