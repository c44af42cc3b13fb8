import { eventCatalogue } from "@atrium/functions/domain/events/catalogue";
import { callEndpoints, endpoints } from "@atrium/functions/endpoints";
import { ofKind } from "@atrium/functions/http/endpoint-kinds";
import { format } from "../../scripts/gen/format.ts";
import { renderApi } from "./render-api.ts";
import { renderDeclarations } from "./render-declarations.ts";
import { renderEvents } from "./render-events.ts";
import { renderPaths } from "./render-paths.ts";
import { shapeFacts } from "./shape-facts.ts";

/** The content of each generated file of the client, by its path in the repository. */
export async function clientFiles(): Promise<[path: string, text: string][]> {
  const streams = ofKind(endpoints, "stream");
  const methods = [...callEndpoints, ...streams].sort((a, b) => (a.path < b.path ? -1 : 1));
  const facts = await shapeFacts();
  const texts = {
    "src/generated/api": renderApi(methods, facts),
    "src/generated/events": renderEvents(eventCatalogue, facts),
    "src/generated/paths": renderPaths(methods),
    "testing/declarations": renderDeclarations(methods),
  };
  return Object.entries(texts).map(([name, text]) => {
    const path = `client/${name}.ts`;
    return [path, format(path, text)];
  });
}
