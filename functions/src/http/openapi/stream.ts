import { refusals } from "./errors.ts";
import { type JsonObject, refTo } from "./json.ts";
import { tagOf } from "./tags.ts";

/** Where the stream of a document is. */
export const streamPath = "/v2/documents/stream";

const id = (name: string, description: string) => ({
  name,
  in: "query",
  required: true,
  description,
  schema: { type: "string", minLength: 1 },
});

/** The one operation that is no endpoint: it is asked for with GET and goes on answering. */
export function streamOperation(): JsonObject {
  const { 413: _body, 415: _type, ...errors } = refusals({ path: streamPath, auth: "apiKey" });
  return {
    operationId: "v2-documents-stream",
    tags: [tagOf(streamPath)],
    summary: "Follow what happens to a document, as its user",
    description:
      "Server-sent events: `ready` with the ids that are there, then `presence`, `livestate`, `comment` and `notification` with the shapes of the read endpoints, or `removed: true`, as they change; `bye` with the reason at the end. In a browser use fetch: EventSource can't send the token.",
    security: [{ userToken: [] }],
    parameters: [
      id("organizationId", "Organization of the document."),
      id("documentId", "Document to follow."),
      {
        name: "Last-Event-ID",
        in: "header",
        description: "Id of the last event that was received: only what is newer is told then.",
        schema: { type: "string" },
      },
      refTo("parameters", "RequestId"),
    ],
    responses: {
      200: {
        description: "Events, until the client leaves or its access ends.",
        headers: { "X-Request-Id": refTo("headers", "X-Request-Id") },
        content: {
          "text/event-stream": {
            schema: { type: "string" },
            example: 'event: presence\nid: 1.7\ndata: {"userId":"ada","status":"online"}\n\n',
          },
        },
      },
      ...errors,
    },
  };
}
