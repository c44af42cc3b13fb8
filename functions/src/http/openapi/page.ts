import * as z from "zod";
import type { PageEndpoint } from "../page/declaration.ts";
import { pageRefusals } from "./errors.ts";
import type { JsonObject } from "./json.ts";
import { operationId } from "./names.ts";
import { tagOf } from "./tags.ts";

/** The operation of a page that returns JSON of a declared shape. */
export function pageOperation({ path, summary, json, instance }: PageEndpoint): JsonObject {
  if (!json) throw new Error(`${path} declares no JSON that could be described`);
  const { $schema: _, ...schema } = z.toJSONSchema(json.output, { io: "input" });
  return {
    operationId: instance?.name ?? operationId(path),
    tags: [tagOf(path)],
    summary: summary.replace(/\.$/, ""),
    description: summary,
    security: [],
    responses: {
      200: { description: "Done.", content: { "application/json": { schema, example: json.example } } },
      ...pageRefusals(),
    },
  };
}
