import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SmtpSink } from "@atrium/functions/testing/fixtures/mail/smtp-sink";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { expectWithContext } from "@atrium/functions/testing/harness/jest/context";
import { expect, test } from "@jest/globals";
import { newCredentials, type RunningServer, startServer } from "../running-server.ts";

/** How often the server or the SMTP server is killed; `MAIL_KILLS=100` takes about ten minutes. */
const KILLS = Number(process.env.MAIL_KILLS ?? 0);
const PEOPLE = ["ada", "grace", "bob"];
/** How long mails may take, in ms: leases of 30 s, and pauses of 1 and 5 minutes before further attempts. */
const PATIENCE = KILLS > 0 ? 900_000 : 30_000;
const place = { organizationId: "acme", documentId: "plan" };

/** A running server that sends to an SMTP server, with records of both. */
class Rig {
  readonly #folder = mkdtempSync(join(tmpdir(), "atrium-mail-kills-"));
  /** All SMTP servers so far. */
  readonly #sinks: SmtpSink[] = [];
  readonly acknowledged: string[] = [];
  #sink = new SmtpSink();
  #server: RunningServer | undefined;
  #headers: Record<string, string> = {};

  async start(): Promise<void> {
    onTestFinished(async () => {
      await this.#server?.end("SIGKILL");
      await this.#sink.close();
      rmSync(this.#folder, { recursive: true, force: true });
    });
    this.#sinks.push(this.#sink);
    await this.#sink.listen();
    await this.#startServer();
    this.#headers = await newCredentials(this.#server as RunningServer);
    const users = PEOPLE.map((userId) => ({ userId, name: userId, email: `${userId}@example.com` }));
    await this.ok("/v2/users/add", { organizationId: "acme", users });
    await this.ok("/v2/organizations/documents/add", { organizationId: "acme", documents: [{ documentId: "plan" }] });
    await this.ok("/v2/workspace/emailconfig/update", { useEmailService: true });
    const commentData = [{ commentText: "first", from: { userId: "lin" } }];
    await this.ok("/v2/commentannotations/add", {
      ...place,
      commentAnnotations: [{ annotationId: "ann", commentData }],
    });
  }

  async #startServer(): Promise<void> {
    this.#server = await startServer(this.#folder, {
      SMTP_URL: `smtp://127.0.0.1:${this.#sink.port}`,
      MAIL_FROM: "Acme <hello@acme.example>",
      MAIL_LIMIT_PER_RECIPIENT: "0",
    });
  }

  async ok(path: string, data: object): Promise<void> {
    const reply = await (this.#server as RunningServer).post(path, data, this.#headers);
    expectWithContext(reply.status, JSON.stringify(reply.body)).toBe(200);
  }

  /** Lin writes a comment that mentions everybody. */
  async comment(text: string): Promise<void> {
    const commentText = `${text} ${PEOPLE.map((userId) => `{{${userId}}}`).join(" ")}`;
    const commentData = [{ commentText, from: { userId: "lin", name: "lin" }, triggerNotification: true }];
    await this.ok("/v2/commentannotations/comments/add", { ...place, annotationId: "ann", commentData });
    this.acknowledged.push(text);
  }

  async killServer(): Promise<void> {
    await this.#server?.end("SIGKILL");
    await this.#startServer();
  }

  async killSink(): Promise<void> {
    const before = this.#sink;
    this.#sink = new SmtpSink();
    this.#sinks.push(this.#sink);
    await before.close();
    await this.#sink.listen(before.port);
  }

  /** The number of mails with each comment that each person has received, by person and comment. */
  copies(): Map<string, number> {
    const copies = new Map<string, number>();
    for (const { envelope, text = "" } of this.#sinks.flatMap(({ mails }) => mails)) {
      // Earlier comments of the thread are indented.
      const [, commentText] = /^> (number \d+) @ada/m.exec(text) ?? [];
      const key = `${envelope.to[0]} ${commentText}`;
      copies.set(key, (copies.get(key) ?? 0) + 1);
    }
    return copies;
  }

  /** The mails that are missing. */
  missing(): string[] {
    const copies = this.copies();
    return this.acknowledged
      .flatMap((text) => PEOPLE.map((userId) => `${userId}@example.com ${text}`))
      .filter((key) => !copies.has(key));
  }
}

test(
  `the server sends mails by SMTP; with ${KILLS} kills nobody misses a mail or gets one more than twice`,
  async () => {
    const rig = new Rig();
    await rig.start();
    let count = 0;
    const write = () => rig.comment(`number ${++count}`).catch(() => undefined);
    await write();
    for (let i = 0; i < KILLS; i++) {
      const writing = Promise.all([write(), write(), write()]);
      await sleep(Math.random() * 300);
      await (i % 3 === 2 ? rig.killSink() : rig.killServer());
      await writing;
    }
    for (const end = Date.now() + PATIENCE; rig.missing().length > 0 && Date.now() < end; ) await sleep(100);
    expect(rig.missing()).toStrictEqual([]);
    const copies = [...rig.copies().values()];
    expect(Math.max(...copies)).toBeLessThanOrEqual(KILLS === 0 ? 1 : 2);
    const twice = copies.filter((n) => n > 1).length;
    if (KILLS > 0)
      process.stdout.write(`${copies.length} mails, ${twice} of them twice
`);
  },
  PATIENCE + 600_000,
);
