// The floor of refusals, run as a separate process: the minimum that Node's server does to refuse a request with the
// same body.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const body = JSON.stringify({
  error: { status: "UNAVAILABLE", message: "The server has too many requests at once. Try again later." },
});
const headers = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "retry-after": "3",
  "x-request-id": "req_00000000000000000000",
  "content-length": body.length,
};

// Refused clients pause for some seconds, during which their connections must stay open.
const server = createServer({ keepAliveTimeout: 72_000 }, (_request, response) => {
  response.writeHead(503, headers).end(body);
});
server.listen({ host: "127.0.0.1", port: 0, backlog: 4096 }, () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
