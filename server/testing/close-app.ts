import type { FastifyInstance } from "fastify";

/**
 * Closes a test's server with all its connections: programs keep theirs for later requests, browsers also open some in
 * reserve, and each would keep the server open for up to a minute.
 */
export async function closeApp(app: FastifyInstance): Promise<void> {
  const closed = app.close();
  app.server.closeAllConnections();
  await closed;
}
