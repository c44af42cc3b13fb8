import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { FastifyInstance } from "fastify";

/** Finds the addresses of a host name. */
export type FindAddresses = (host: string) => Promise<{ address: string }[]>;

const findAddresses: FindAddresses = (host) => lookup(host, { all: true });

/**
 * Listens on the host; for `localhost`, on every address that it resolves to. All connections go to the app's one HTTP
 * server, so its limits and its shutdown apply to all of them; fastify would create additional servers, to which none
 * apply.
 * @returns the port.
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
  find: FindAddresses = findAddresses,
): Promise<number> {
  const [first = { address: host }, ...others] = host === "localhost" ? await find(host) : [];
  await app.listen({ host: first.address, port });
  const bound = (app.server.address() as AddressInfo).port;
  for (const { address } of others) if (address !== first.address) await forward(app, address, bound);
  return bound;
}

/** Passes connections to another address to the HTTP server. */
async function forward({ server }: FastifyInstance, host: string, port: number): Promise<void> {
  // The same options as the HTTP server uses for its own sockets.
  const further = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit("connection", socket));
  further.listen({ host, port });
  try {
    await once(further, "listening");
    const close = server.close.bind(server);
    // The HTTP server stops listening as soon as its shutdown begins, and so must this one.
    server.close = (done) => {
      further.close();
      return close(done);
    };
  } catch {
    // Many machines resolve an IPv6 address that they do not have.
  }
}
