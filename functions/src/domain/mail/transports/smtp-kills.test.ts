import { expect, test } from "@jest/globals";
import { transactChange } from "#domain/events/store/change";
import { serverTransport } from "#domain/mail/choose-transport";
import type { StoredTask } from "#queue/task-record";
import { SmtpSink } from "#testing/fixtures/mail/smtp-sink";
import { smtpWorld } from "#testing/fixtures/mail/smtp-world";
import { place, startThread, thread } from "#testing/fixtures/notifications/notices";
import { callOf } from "#testing/fixtures/webhooks/webhooks";
import { onTestFinished } from "#testing/harness/jest/cleanup";
import { expectWithContext } from "#testing/harness/jest/context";
import { fail } from "#testing/harness/jest/ensure";
import { ChaoticProcess } from "#testing/harness/properties/chaos";
import { seededRandom } from "#testing/harness/properties/seeded-random";
import { tries } from "#testing/harness/store/test-store";
import type { World } from "#testing/harness/world";

/** `MAIL_KILLS` overrides the number. */
const KILLS = Number(process.env.MAIL_KILLS ?? tries(20));
const PEOPLE = ["ada", "grace", "bob"];

/**
 * What is killed, and when: at a random time, or when the SMTP server has taken a mail and has not confirmed it yet.
 */
const kinds = ["server", "server with a mail taken", "SMTP server", "SMTP server with a mail taken"] as const;

/** A server and an SMTP server over one world, each of which can be killed and restarted. */
class Machines {
  readonly #w: World;
  readonly #random: () => number;
  /** All SMTP servers so far: a killed one may have taken a mail just before. */
  readonly #sinks: SmtpSink[] = [];
  #sink: SmtpSink;
  #process: ChaoticProcess;

  constructor(w: World, sink: SmtpSink, random: () => number) {
    this.#w = w;
    this.#sink = sink;
    this.#sinks.push(sink);
    this.#random = random;
    this.#process = this.#newProcess();
  }

  #newProcess(): ChaoticProcess {
    const process = new ChaoticProcess(this.#w, { random: this.#random, faults: 0, onWork: () => undefined });
    onTestFinished(() => serverTransport(process.context)?.close());
    return process;
  }

  /**
   * Reports a comment by Lin, which concerns everybody; kills something meanwhile, and completes the remaining work.
   */
  async report(commentId: number, kind: (typeof kinds)[number] | undefined): Promise<void> {
    const killed = this.#killWithMail(kind);
    const call = { ...(await callOf(this.#w)), ...this.#process.context, notifies: async () => types };
    await transactChange(call, async (_tx, { emit }) => {
      emit({ type: "comment.add", ...place, notice: { annotationId: "ann", commentId, actor: { userId: "lin" } } });
    });
    const draining = this.#process.queue.drain().catch(() => undefined);
    if (kind === "server" || kind === "SMTP server") {
      for (let turns = Math.floor(this.#random() * 60); turns > 0; turns--) await new Promise(setImmediate);
      await this.#kill(kind);
    }
    await draining;
    await killed();
    for (let next = await this.#nextAt(); next < Number.POSITIVE_INFINITY; next = await this.#nextAt()) {
      this.#w.advance(Math.max(0, next - this.#w.context.now()));
      await this.#process.queue.drain();
    }
  }

  /** Prepares a kill at the first mail. @returns a function that waits for its end. */
  #killWithMail(kind: (typeof kinds)[number] | undefined): () => Promise<void> {
    let killing: Promise<void> | undefined;
    this.#sink.onTaken = () => {
      if (kind?.endsWith("taken")) killing ??= this.#kill(kind);
    };
    return async () => killing;
  }

  async #kill(kind: (typeof kinds)[number]): Promise<void> {
    if (kind.startsWith("server")) {
      this.#process.kill();
      this.#process = this.#newProcess();
    } else {
      const before = this.#sink;
      this.#sink = new SmtpSink();
      this.#sinks.push(this.#sink);
      await before.close();
      await this.#sink.listen(before.port);
      onTestFinished(() => this.#sink.close());
    }
  }

  /** When the next task is due. */
  async #nextAt(): Promise<number> {
    const { docs } = await this.#w.context.store.query<StoredTask>({ collection: "tasks" });
    return Math.min(...docs.map(({ data }) => data.nextAt ?? fail("a task is parked")));
  }

  /** How many mails with a comment a person has received. */
  copies(userId: string, text: string): number {
    return this.#sinks
      .flatMap(({ mails }) => mails)
      .filter(
        (mail) =>
          mail.envelope.to[0] === `${userId}@example.com` &&
          mail.text?.split("\n").some((line) => line === `> ${text}`),
      ).length;
  }
}

const types = new Set(["comment.add"] as const);

test(`${KILLS} kills of the server and of the SMTP server: each person gets each mail, once without a kill and at most twice with one`, async () => {
  const { w, sink } = await smtpWorld();
  await startThread(w, { assignedTo: { userId: "grace", email: "grace@example.com" } });
  const commentData = Array.from({ length: KILLS + 5 }, (_, i) => ({
    ...{ commentId: i + 1, commentText: `number ${i + 1} {{bob}}`, from: { userId: "lin", name: "lin" } },
  }));
  await w.ok("/v2/commentannotations/comments/add", { ...thread, commentData });
  await w.drain();
  const machines = new Machines(w, sink, seededRandom(1));
  let twice = 0;
  for (let i = 0; i < KILLS + 5; i++) {
    const kind = i < KILLS ? kinds[i % kinds.length] : undefined;
    await machines.report(i + 1, kind);
    for (const userId of PEOPLE) {
      const copies = machines.copies(userId, `number ${i + 1} @bob`);
      expectWithContext(copies, `${userId}, ${kind}`).toBeGreaterThanOrEqual(1);
      expectWithContext(copies, `${userId}, ${kind}`).toBeLessThanOrEqual(kind === undefined ? 1 : 2);
      twice += copies - 1;
    }
  }
  // Otherwise no kill has hit a mail.
  expect(twice).toBeGreaterThan(0);
});
