import { type AddressInfo, createServer, type Socket } from "node:net";
import { smtpTransport } from "@atrium/functions/domain/mail/transports/smtp";
import type { Figure, Options, Outcome } from "../figure.ts";

const LEAST_RATE = 500;
const CONCURRENCY = 64;
/** Warm-up before measuring, in ms, in which connections are opened and code is compiled. */
const WARM_UP = 1500;

/** How many mails per second a process sends to an SMTP server, over connections that stay open. */
export const mailRate: Figure = {
  id: "mail-rate",
  title: "mails, handed to an SMTP server on the machine",
  target: `≥ ${LEAST_RATE}/s`,
  async run({ seconds }: Options): Promise<Outcome> {
    const sink = createServer(answer);
    await new Promise<void>((listening) => sink.listen(0, "127.0.0.1", listening));
    const transport = smtpTransport({ url: `smtp://127.0.0.1:${(sink.address() as AddressInfo).port}` });
    let sentCount = 0;
    const sendFor = async (ms: number) => {
      const end = performance.now() + ms;
      const send = async () => {
        while (performance.now() < end) {
          const outcome = await transport.send(mail(sentCount));
          if (outcome.status !== "sent") throw new Error(outcome.why);
          sentCount++;
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, send));
    };
    await sendFor(WARM_UP);
    sentCount = 0;
    const begun = performance.now();
    const cpu = process.cpuUsage();
    await sendFor(seconds * 1000);
    const took = performance.now() - begun;
    const used = process.cpuUsage(cpu);
    await transport.close();
    sink.close();
    const requestsPerSecond = (1000 * sentCount) / took;
    const product = { requestsPerSecond, cpu: (used.user + used.system) / sentCount };
    return { product, met: requestsPerSecond >= LEAST_RATE };
  },
};

function mail(number: number) {
  const text = `Lin added a comment.\n\n${"word ".repeat(100)}`;
  return {
    messageId: `bench-${number}@acme.example`,
    from: { name: "Acme", address: "hello@acme.example" },
    to: { name: "Ada", address: "ada@example.com" },
    subject: "Plan: look at this",
    text,
    html: `<!doctype html><p>${text.repeat(10)}</p>`,
  };
}

/** A minimal SMTP server, so that it is the client that is measured. */
function answer(socket: Socket): void {
  let isBody = false;
  let rest = "";
  socket.on("error", () => undefined);
  socket.write("220 sink\r\n");
  socket.on("data", (bytes) => {
    rest += bytes.toString("latin1");
    for (;;) {
      const end = isBody ? rest.indexOf("\r\n.\r\n") : rest.indexOf("\r\n");
      if (end < 0) return;
      const line = rest.slice(0, end);
      rest = rest.slice(end + (isBody ? 5 : 2));
      const reply = isBody || !/^DATA/i.test(line) ? "250 sink" : "354 go on";
      isBody = !isBody && /^DATA/i.test(line);
      socket.write(`${reply}\r\n`);
    }
  });
}
