import { expect, test } from "@jest/globals";
import { transactChange } from "#domain/events/store/change";
import { noticesOf, type StoredNotice } from "#domain/notifications/store/notices";
import { organizationBelow } from "#domain/organizations/store/organizations";
import type { StoredTask } from "#queue/task-record";
import type { KeyCall } from "#src/call";
import { toPath } from "#store/paths";
import { inboxOf, noticeWorld, place, startThread, thread } from "#testing/fixtures/notifications/notices";
import { callOf } from "#testing/fixtures/webhooks/webhooks";
import { allFeatures, setFeatures } from "#testing/harness/example-world";
import { expectWithContext } from "#testing/harness/jest/context";
import { fail } from "#testing/harness/jest/ensure";
import { ChaoticProcess, settle } from "#testing/harness/properties/chaos";
import { seededRandom } from "#testing/harness/properties/seeded-random";
import { tries } from "#testing/harness/store/test-store";
import type { World } from "#testing/harness/world";

const RUNS = tries(8);
const SECOND = 1000;
/**
 * How many comments a run tries to write. Some get lost, so it goes on until LEAST were written, up to MOST attempts.
 */
const COMMENTS = 12;
const LEAST = 6;
const MOST = 40;
const batch = { batchWindowSeconds: 20, maxActivities: 3 };
/** How the runs hold and batch notices; each run uses the next entry. */
const settings = [{}, { delaySeconds: 10 }, { document: batch }, { delaySeconds: 10, document: batch, user: batch }];

/**
 * One run: events, failures and crashes derived from its seed; then everything recovers and the remaining messages are
 * sent.
 */
class Storm {
  readonly #w: World;
  readonly #call: KeyCall;
  readonly #random: () => number;
  readonly #hasFaults: boolean;
  /** The texts of the messages that the chat has accepted. */
  readonly #posted: string[] = [];
  #process: ChaoticProcess;
  #work = 0;
  #causes = 0;
  #written = 0;
  #isCalm = false;

  constructor(w: World, call: KeyCall, seed: number) {
    this.#w = w;
    this.#call = call;
    this.#random = seededRandom(seed);
    // In every third run the chat fails, but the service does not.
    this.#hasFaults = seed % 3 !== 0;
    this.#process = this.#newProcess();
    w.receivers.answer = ({ json }) => {
      this.#work++;
      if (!this.#isCalm && this.#random() < 0.3) return { status: 500, body: "" };
      this.#posted.push(json.text);
      return { status: 200, body: "" };
    };
  }

  #newProcess(): ChaoticProcess {
    const onWork = () => void this.#work++;
    return new ChaoticProcess(this.#w, { random: this.#random, faults: this.#hasFaults ? 0.03 : 0, onWork });
  }

  async run(): Promise<void> {
    while ((this.#causes < COMMENTS || this.#written < LEAST) && this.#causes < MOST - 2) {
      for (let i = Math.floor(this.#random() * 3); i > 0; i--) void this.#cause();
      // Lets the crash happen in the middle of running work.
      const turns = Math.floor(this.#random() * 40);
      for (let i = 0; i < turns; i++) await new Promise(setImmediate);
      if (this.#hasFaults && this.#random() < 0.3) {
        this.#process.kill();
        this.#process = this.#newProcess();
      }
      await this.#pass(this.#random() * 8 * SECOND);
    }
    this.#isCalm = true;
    this.#process.faults = 0;
    for (let next = await this.#nextAt(); next < Number.POSITIVE_INFINITY; next = await this.#nextAt())
      await this.#pass(Math.max(0, next - this.#w.context.now()));
  }

  /** Lin writes the next comment. */
  async #cause(): Promise<void> {
    const commentId = ++this.#causes;
    const call = { ...this.#call, ...this.#process.context, notifies: async () => new Set(["comment.add"] as const) };
    const mark = toPath("apiKeys", this.#call.apiKey.apiKeyId, "idempotency", `comment-${commentId}`);
    await transactChange(call, async (tx, { emit }) => {
      tx.create(mark, {});
      const notice = { annotationId: "ann", commentId, actor: { userId: "lin" } };
      emit({ type: "comment.add", ...place, notice });
    }).then(
      () => this.#written++,
      () => {},
    );
  }

  async #pass(ms: number): Promise<void> {
    void this.#process.queue.drain();
    await settle(() => this.#work, this.#w.context.store);
    this.#w.advance(ms);
    void this.#process.queue.drain();
    await settle(() => this.#work, this.#w.context.store);
  }

  /** When the next task is due. */
  async #nextAt(): Promise<number> {
    const { docs } = await this.#w.context.store.query<StoredTask>({ collection: "tasks" });
    return Math.min(...docs.map(({ data }) => data.nextAt ?? fail("a task is parked")));
  }

  /** Checks the guarantees at the end. @returns the number of messages, and how many of them were repeats. */
  async check(): Promise<{ posted: number; twice: number }> {
    const { store } = this.#w.context;
    const { apiKeyId } = this.#call.apiKey;
    const marks = await store.query({ collection: `${toPath("apiKeys", apiKeyId)}/idempotency` });
    const writtenTexts = marks.docs.map(({ id }) => id.replace("comment-", "text "));
    for (const userId of ["ada", "grace"]) {
      const [entry] = await inboxOf(this.#w, userId);
      const request = { organizationId: "acme", userId, notificationIds: entry?.unreadIds ?? [] };
      const listed = entry ? (await this.#w.ok("/v2/notifications/get", request)).data : [];
      const texts: string[] = listed.map((one: { displayBodyMessage: string }) => one.displayBodyMessage);
      expectWithContext(texts.sort(), userId).toStrictEqual(writtenTexts.toSorted());
    }
    const { docs } = await store.query<StoredNotice>({ collection: noticesOf(organizationBelow(apiKeyId, "acme")) });
    expect(docs.length).toBe(2 * writtenTexts.length);
    for (const { data } of docs) {
      expect(data.state).toBe("delivered");
      expect(data.outcomes?.map(({ status }) => status)).toStrictEqual(
        data.userId === "ada" ? ["sent", "sent"] : ["sent"],
      );
    }
    const posted = this.#posted.flatMap((text) =>
      [...text.matchAll(/>(text \d+)$/gm)].map(([, commentText = ""]) => commentText),
    );
    expect(new Set(posted)).toStrictEqual(new Set(writtenTexts));
    const twice = posted.length - writtenTexts.length;
    if (!this.#hasFaults) expectWithContext(twice, "twice without a fault").toBe(0);
    return { posted: posted.length, twice };
  }
}

test(`${RUNS} runs with random failures and crashes notify each person of every committed event once`, async () => {
  const total = { posted: 0, twice: 0 };
  for (let seed = 1; seed <= RUNS; seed++) {
    const w = await noticeWorld(settings[seed % settings.length]);
    await setFeatures(w, w.tenant, allFeatures);
    const chat = { organizationId: "acme", userIds: ["ada"], config: { slack: "ALL" } };
    await w.ok("/v2/notifications/config/set", chat);
    await w.ok("/v2/notifications/slack/set", { organizationId: "acme", webhookUrl: "https://chat.example.com/hook" });
    await startThread(w, { assignedTo: { userId: "grace" } });
    const comments = Array.from({ length: MOST }, (_, i) => ({
      ...{ commentId: i + 1, commentText: `text ${i + 1}`, from: { userId: "lin" } },
    }));
    await w.ok("/v2/commentannotations/comments/add", { ...thread, commentData: comments });
    const storm = new Storm(w, { ...(await callOf(w)) }, seed);
    try {
      await storm.run();
      const { posted, twice } = await storm.check();
      total.posted += posted;
      total.twice += twice;
    } catch (error) {
      throw new Error(`seed ${seed}: ${(error as Error).message}`, { cause: error });
    }
    await w.context.store.close();
  }
  expectWithContext(total.posted, "too few messages were sent").toBeGreaterThanOrEqual(RUNS * LEAST);
});
