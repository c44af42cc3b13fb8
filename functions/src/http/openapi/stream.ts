import * as z from "zod";
import type { StreamEndpoint } from "../stream/declaration.ts";
import { refusals } from "./errors.ts";
import { defined, type JsonObject, refTo } from "./json.ts";
import { operationId } from "./names.ts";
import { tagOf } from "./tags.ts";

/**
 * The operation of a stream, which is requested with GET and keeps sending events.
 * @param fields descriptions of its parameters.
 */
export function streamOperation(endpoint: StreamEndpoint, fields: ReadonlyMap<string, string>): JsonObject {
  const { path, summary, description, exampleEvent } = endpoint;
  const { 413: _body, 415: _type, ...errors } = refusals({ path, auth: "apiKey" });
  return {
    operationId: operationId(path),
    tags: [tagOf(path)],
    summary,
    description,
    security: [{ userToken: [] }],
    parameters: [
      ...queryParameters(endpoint, fields),
      {
        name: "Last-Event-ID",
        in: "header",
        description: "Id of the last received event: the stream then sends newer events only.",
        schema: { type: "string" },
      },
      refTo("parameters", "RequestId"),
    ],
    responses: {
      200: {
        description: "Events, until the client leaves or its access ends.",
        headers: { "X-Request-Id": refTo("headers", "X-Request-Id") },
        content: { "text/event-stream": { schema: { type: "string" }, example: eventText(exampleEvent) } },
      },
      ...errors,
    },
  };
}

function queryParameters({ input }: StreamEndpoint, fields: ReadonlyMap<string, string>): JsonObject[] {
  return Object.entries(input.shape).map(([name, field]) => {
    const { $schema: _, ...schema } = z.toJSONSchema(field as z.ZodType, { io: "input" });
    const required = !(field as z.ZodType).safeParse(undefined).success;
    return defined({ name, in: "query", required, description: fields.get(name), schema });
  });
}

function eventText({ event, id, data }: StreamEndpoint["exampleEvent"]): string {
  return `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}
