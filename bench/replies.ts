import type { Socket } from "node:net";

/** Calls `done` with each complete reply; every reply has a `content-length`. */
export function onReply(socket: Socket, done: (reply: string) => void): void {
  let text = "";
  let length = Number.POSITIVE_INFINITY;
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
    const head = text.indexOf("\r\n\r\n");
    if (head >= 0 && length === Number.POSITIVE_INFINITY)
      length = head + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1]);
    if (text.length < length) return;
    const reply = text;
    text = "";
    length = Number.POSITIVE_INFINITY;
    done(reply);
  });
}
