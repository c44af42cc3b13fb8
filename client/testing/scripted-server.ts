import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "@atrium/functions/testing/harness/jest/cleanup";

/** One response. `hang` never answers the request, `drop` closes the connection. */
export type Scripted =
  | { status?: number; headers?: Record<string, string>; json?: unknown; body?: string }
  | "hang"
  | "drop";

/** The envelope of a success. */
export const fine: Scripted = { json: { result: { status: "success", message: "Done.", data: { done: true } } } };

/** The envelope of an error. */
export function error(status: number, code: string, headers: Record<string, string> = {}, details?: unknown): Scripted {
  return { status, headers, json: { error: { status: code, message: `It is ${code}.`, details } } };
}

/** A server that sends these responses in order, repeating the last one, and records its requests. */
export async function scriptedServer(...answers: Scripted[]) {
  const requests: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const answer = answers[Math.min(requests.length, answers.length - 1)] ?? fine;
    const body = await text(request);
    requests.push({ path: request.url ?? "", headers: request.headers, body });
    if (answer === "hang") return;
    if (answer === "drop") return void request.socket.destroy();
    const type = answer.json === undefined ? "text/html; charset=utf-8" : "application/json";
    response.writeHead(answer.status ?? 200, {
      "content-type": type,
      "x-request-id": "req_scripted",
      ...answer.headers,
    });
    response.end(answer.body ?? JSON.stringify(answer.json));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
