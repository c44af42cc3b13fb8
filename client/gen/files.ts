import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { eventCatalogue } from "@atrium/functions/domain/events/catalogue";
import { endpoints } from "@atrium/functions/endpoints";
import { namedShapes } from "./named-shapes.ts";
import { renderApi } from "./render-api.ts";
import { renderDeclarations } from "./render-declarations.ts";
import { renderEvents } from "./render-events.ts";
import { renderPaths } from "./render-paths.ts";

const root = join(import.meta.dirname, "../..");

/** What each generated file of the client must hold, by its path in the repository. */
export async function clientFiles(): Promise<[path: string, text: string][]> {
  const texts = {
    "src/generated/api": renderApi({ endpoints, names: await namedShapes() }),
    "src/generated/events": renderEvents(eventCatalogue),
    "src/generated/paths": renderPaths(endpoints),
    "testing/declarations": renderDeclarations(endpoints),
  };
  return Object.entries(texts).map(([name, text]) => {
    const path = `client/${name}.ts`;
    return [path, format(path, text)];
  });
}

/** As the formatter of the repository writes it. */
function format(path: string, text: string): string {
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  return execFileSync(process.execPath, [biome, "format", `--stdin-file-path=${path}`], {
    cwd: root,
    input: text,
    encoding: "utf8",
    stdio: ["pipe", "pipe", "inherit"],
  });
}
