import type { JsonObject } from "@atrium/functions/http/openapi/json";
import { PREFIX, TOKEN_PROTOCOL } from "./address.ts";
import { CLOSE } from "./close-codes.ts";

const ids = ["organizationId", "documentId", "editorId"];
const reasons: { [name in keyof typeof CLOSE]: string } = {
  malformed: "The message does not follow the protocol. Do not send it again.",
  unauthenticated: "The token is missing or has expired. Reconnect with a new one.",
  denied: "The user may not read the document.",
  gone: "The document or the editor is gone.",
  restart: "The server is shutting down. Reconnect.",
  later: "The editor can't continue now. Reconnect.",
};

/**
 * The WebSockets of the one-machine host, for the extension `x-websockets` of openapi.json
 * (docs/behaviour.md#live-editing).
 */
export function socketContract(): JsonObject {
  const path = PREFIX + ids.map((id) => `{${id}}`).join("/");
  return {
    [path]: {
      summary: "Edit an editor together with others, by the protocol of y-websocket.",
      description:
        "On the one-machine host. Messages are binary, and those of y-protocols: sync with its two steps and updates, awareness, and auth, by which a viewer is told that its changes are refused. Elsewhere `/v2/crdt/sync`, `/v2/crdt/awareness` and the stream of the document do the same.",
      protocol: "y-websocket",
      subprotocols: ["atrium", `${TOKEN_PROTOCOL}{token}`],
      security: [{ userToken: [] }],
      parameters: [
        ...ids.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
        { name: "token", in: "query", description: "The user token, where no subprotocol holds it." },
        { name: "type", in: "query", description: "Of an editor that does not exist yet, as for `/v2/crdt/sync`." },
        { name: "contentKey", in: "query", description: "Of an editor that does not exist yet." },
      ],
      closeCodes: Object.fromEntries(
        Object.entries(CLOSE).map(([name, code]) => [String(code), reasons[name as keyof typeof CLOSE]]),
      ),
    },
  };
}
