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
import { ChaoticProcess, randomFrom } from "#testing/harness/properties/chaos";
import { tries } from "#testing/harness/store/test-store";
import type { World } from "#testing/harness/world";

/** `MAIL_KILLS` sets another number. */
const KILLS = Number(process.env.MAIL_KILLS ?? tries(20));
const PEOPLE = ["ada", "grace", "bob"];

/** What ends abruptly, and when: in the midst of something, or when the SMTP server has a mail and has not said so yet. */
const kinds = ["server", "server with a mail taken", "SMTP server", "SMTP server with a mail taken"] as const;

/** A server and an SMTP server over one world, each of which can be killed and started anew. */
class Machines {
  readonly #w: World;
  readonly #random: () => number;
  /** All SMTP servers there were: a killed one may have taken a mail last of all. */
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

  /** Lin's comment concerns everybody, one thing is killed meanwhile, and what is left comes to its end. */
  async tellOf(commentId: number, kind: (typeof kinds)[number] | undefined): Promise<void> {
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

  /** Prepares a kill at the first mail. @returns waits for its end. */
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

  /** When the next work is due. */
  async #nextAt(): Promise<number> {
    const { docs } = await this.#w.context.store.query<StoredTask>({ collection: "tasks" });
    return Math.min(...docs.map(({ data }) => data.nextAt ?? fail("a task is parked")));
  }

  /** How many mails with a comment a person has got. */
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
  const machines = new Machines(w, sink, randomFrom(1));
  let twice = 0;
  for (let i = 0; i < KILLS + 5; i++) {
    const kind = i < KILLS ? kinds[i % kinds.length] : undefined;
    await machines.tellOf(i + 1, kind);
    for (const userId of PEOPLE) {
      const copies = machines.copies(userId, `number ${i + 1} @bob`);
      expectWithContext(copies, `${userId}, ${kind}`).toBeGreaterThanOrEqual(1);
      expectWithContext(copies, `${userId}, ${kind}`).toBeLessThanOrEqual(kind === undefined ? 1 : 2);
      twice += copies - 1;
    }
  }
  // Otherwise nothing was hit.
  expect(twice).toBeGreaterThan(0);
});
