import type { Tracing } from "@atrium/functions/platform/observability/tracing";
import packageJson from "../../package.json" with { type: "json" };
import { SettingsError } from "../settings/environment.ts";
import type { TracingSettings } from "./settings.ts";

/**
 * Opens tracing according to the settings. The libraries are loaded only here: they take 14 MB, and only operators who
 * want traces install them.
 * @param load loads the code that needs the libraries; for tests.
 * @returns undefined if tracing is off.
 * @throws SettingsError if the libraries are missing, with the command that installs them.
 */
export async function openTracing(
  settings: TracingSettings | undefined,
  load = () => import("./otel-tracing.ts"),
): Promise<Tracing | undefined> {
  if (!settings) return undefined;
  const { OtelTracing } = await load().catch(explainMissing);
  return new OtelTracing(settings);
}

function explainMissing(error: NodeJS.ErrnoException): never {
  if (error.code !== "ERR_MODULE_NOT_FOUND" && error.code !== "MODULE_NOT_FOUND") throw error;
  const packages = Object.entries(packageJson.peerDependencies).map(([name, version]) => `${name}@${version}`);
  throw new SettingsError(
    `OTEL_EXPORTER_OTLP_ENDPOINT asks for traces, which need packages that are not installed. Run \`npm install --no-save ${packages.join(" ")}\` in Atrium's folder, or unset it.`,
  );
}
