import { once } from "node:events";
import { connect } from "node:net";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";
import { testUnless } from "@atrium/functions/testing/harness/jest/skip";
import { world } from "@atrium/functions/testing/harness/world";
import { expect } from "@jest/globals";
import { createHttpServer } from "./http-server.ts";
import { listen } from "./listen.ts";
import { Connections } from "./load/connections.ts";

const isLinux = process.platform === "linux";

/** A server for `localhost`, which resolves to these addresses. */
async function rig(addresses: string[]) {
  const w = await world();
  const app = createHttpServer(w.context);
  onTestFinished(() => app.close());
  const connections = new Connections(app.server, { limits: { total: 0, perAddress: 1 }, log: w.context.log });
  const lookupResult = addresses.map((address) => ({ address }));
  const port = await listen(app, { host: "localhost", port: 0 }, async () => lookupResult);
  /** The reply on a new connection from another loopback address to an address of the server; the connection stays open. */
  const answerAt = async (host: string): Promise<string> => {
    const socket = connect({ host, port, localAddress: "127.0.0.9" });
    onTestFinished(() => socket.destroy());
    const closed = once(socket, "close").then(() => "closed");
    const answered = once(socket, "data").then(([bytes]) => String(bytes).split("\r\n", 1)[0] ?? "");
    socket.on("error", () => undefined).write("GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n");
    return Promise.race([answered, closed]).catch(() => "closed");
  };
  return { app, connections, answerAt, port };
}

testUnless(!isLinux)(
  "every address of localhost is served, and the connection limits apply to all of them together",
  async () => {
    const { answerAt, connections } = await rig(["127.0.0.1", "127.0.0.2"]);
    expect(await answerAt("127.0.0.2")).toBe("HTTP/1.1 200 OK");
    expect([connections.size, await answerAt("127.0.0.1"), await answerAt("127.0.0.2")]).toStrictEqual([
      1,
      "closed",
      "closed",
    ]);
  },
);

testUnless(!isLinux)(
  "an address that the machine does not have is skipped, and a closed server listens nowhere",
  async () => {
    const { app, answerAt, port } = await rig(["127.0.0.1", "192.0.2.1", "127.0.0.2"]);
    expect(await answerAt("127.0.0.2")).toBe("HTTP/1.1 200 OK");
    await app.close();
    for (const host of ["127.0.0.1", "127.0.0.2"]) {
      const [error] = await once(connect({ host, port }), "error");
      expect(error.code).toBe("ECONNREFUSED");
    }
  },
);
