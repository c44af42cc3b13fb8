import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { expect, test } from "@jest/globals";
import type { ApiError } from "#platform/error";
import { expectWithContext } from "#testing/harness/jest/context";
import { rejectionOf } from "#testing/harness/jest/thrown";
import { BodyBudget } from "./body-budget.ts";
import { BODY_DEADLINE, IncomingBody } from "./incoming-body.ts";

/** A request whose body arrives as the test writes it. */
function arriving({ announced, limit = 1000 }: { announced?: number; limit?: number } = {}) {
  const headers = announced === undefined ? {} : { "content-length": String(announced) };
  const stream = Object.assign(new PassThrough(), { headers, complete: false });
  const budget = new BodyBudget(limit);
  let alarm: { ms: number; ring: () => void } | undefined;
  const timer = (ms: number, ring: () => void) => {
    alarm = { ms, ring };
    return () => {
      alarm = undefined;
    };
  };
  const body = new IncomingBody(stream as unknown as IncomingMessage, { budget, timer });
  return { stream, budget, body, alarm: () => alarm };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("a body that arrives in many chunks is assembled, and counts against the budget until it is released", async () => {
  const { stream, budget, body, alarm } = arriving();
  const read = body.read(600);
  for (let i = 0; i < 500; i++) stream.write(String(i % 10));
  stream.end();
  expect(Buffer.from(await read).toString()).toBe("0123456789".repeat(50));
  expect(alarm()).toBeUndefined();
  expectWithContext(budget.held >= 500 && budget.held <= 600, `${budget.held} bytes are held`).toBe(true);
  body.release();
  expect(budget.held).toBe(0);
  body.release();
  expect(budget.held).toBe(0);
});

test("an announced length does not count before its bytes arrive", async () => {
  const { stream, budget, body } = arriving({ announced: 900 });
  void body.read(1000);
  stream.write("x".repeat(100));
  await turn();
  expect(budget.held).toBe(100);
});

test("a large body is assembled, and counts as far as it has arrived", async () => {
  const MiB = 1024 * 1024;
  const { stream, budget, body } = arriving({ announced: 3 * MiB, limit: 3 * MiB });
  const read = body.read(3 * MiB);
  for (const letter of ["a", "b"]) stream.write(letter.repeat(MiB));
  await turn();
  expect(budget.held).toBe(2 * MiB);
  stream.end("c".repeat(MiB));
  expect(Buffer.from(await read).equals(Buffer.from(["a", "b", "c"].map((one) => one.repeat(MiB)).join("")))).toBe(
    true,
  );
});

test("a body that exceeds the free budget is refused before it is read, with Retry-After", async () => {
  const { budget, body } = arriving({ announced: 600 });
  budget.reserve(500);
  const { code, extras } = (await rejectionOf(body.read(1000))) as ApiError;
  expect(code).toBe("UNAVAILABLE");
  expect(extras.retryAfter).toBe(1);
  expect(budget.held).toBe(500);
});

test("a body without a length is refused when the budget runs out while it arrives", async () => {
  const { stream, budget, body } = arriving();
  const read = body.read(1000);
  stream.write("x".repeat(300));
  await turn();
  budget.reserve(budget.held > 500 ? 300 : 600);
  stream.write("x".repeat(300));
  await expect(read).rejects.toMatchObject({ code: "UNAVAILABLE" });
  body.release();
  stream.write("x".repeat(300));
  await turn();
  expect(budget.held).toBe(600);
});

test("a sender that takes too long is refused, and its share is released", async () => {
  const { stream, budget, body, alarm } = arriving();
  const read = body.read(1000);
  stream.write("x");
  await turn();
  const refused = expect(read).rejects.toMatchObject({
    code: "DEADLINE_EXCEEDED",
    message: expect.stringMatching(/within 60 seconds/),
  });
  expect(alarm()?.ms).toBe(BODY_DEADLINE);
  alarm()?.ring();
  await refused;
  expect(alarm()).toBeUndefined();
  body.release();
  expect(budget.held).toBe(0);
});

test("a connection that closes before or while its body is read is reported as closed", async () => {
  const during = arriving();
  const read = during.body.read(1000);
  during.stream.write("x");
  await turn();
  during.stream.destroy(new Error("aborted"));
  await expect(read).rejects.toMatchObject({ code: "CANCELLED" });
  during.body.release();
  expect(during.budget.held).toBe(0);

  const before = arriving();
  before.stream.destroy();
  await turn();
  await expect(before.body.read(1000)).rejects.toMatchObject({ code: "CANCELLED" });
});

test("a body above the limit is refused by its length, or as soon as it is exceeded", async () => {
  const refused = { code: "INVALID_ARGUMENT", message: expect.stringMatching(/larger than 100 bytes/) };
  await expect(arriving({ announced: 101 }).body.read(100)).rejects.toMatchObject(refused);
  const { stream, body, budget } = arriving();
  const read = body.read(100);
  stream.write("x".repeat(60));
  stream.write("x".repeat(60));
  await expect(read).rejects.toMatchObject(refused);
  body.release();
  expect(budget.held).toBe(0);
});
