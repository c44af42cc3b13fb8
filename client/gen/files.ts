import { eventCatalogue } from "@atrium/functions/domain/events/catalogue";
import { callEndpoints, endpoints } from "@atrium/functions/endpoints";
import { ofKind } from "@atrium/functions/http/endpoint-kinds";
import { format } from "../../scripts/gen/format.ts";
import { namedShapes } from "./named-shapes.ts";
import { renderApi } from "./render-api.ts";
import { renderDeclarations } from "./render-declarations.ts";
import { renderEvents } from "./render-events.ts";
import { renderPaths } from "./render-paths.ts";

/** The content of each generated file of the client, by its path in the repository. */
export async function clientFiles(): Promise<[path: string, text: string][]> {
  const streams = ofKind(endpoints, "stream");
  const methods = [...callEndpoints, ...streams].sort((a, b) => (a.path < b.path ? -1 : 1));
  const texts = {
    "src/generated/api": renderApi({ endpoints: methods, names: await namedShapes() }),
    "src/generated/events": renderEvents(eventCatalogue),
    "src/generated/paths": renderPaths(methods),
    "testing/declarations": renderDeclarations(methods),
  };
  return Object.entries(texts).map(([name, text]) => {
    const path = `client/${name}.ts`;
    return [path, format(path, text)];
  });
}
