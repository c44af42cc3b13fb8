import { createRequire } from "node:module";
import { BaseResolver, createConfig, lintFromString } from "@redocly/openapi-core";
import type { RulesetDefinition } from "@stoplight/spectral-core";

// Both are loaded as CommonJS, because Node and jest interpret their default exports differently.
const load = createRequire(import.meta.url);
const { Spectral }: typeof import("@stoplight/spectral-core") = load("@stoplight/spectral-core");
const { oas }: typeof import("@stoplight/spectral-rulesets") = load("@stoplight/spectral-rulesets");

/** Problems reported by Redocly's recommended rules, including warnings. */
export async function redoclyProblems(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source, config, externalRefResolver: new BaseResolver() });
  return problems.map(
    ({ severity, ruleId, message, location }) => `${severity} ${ruleId} ${location[0]?.pointer}: ${message}`,
  );
}

/** Problems reported by Spectral's OpenAPI rules, including warnings, except for request and reply examples. */
export async function spectralProblems(document: object): Promise<string[]> {
  const linter = new Spectral();
  linter.setRuleset({
    extends: [[oas as RulesetDefinition, "recommended"]],
    // Takes four times as long as all other rules: it compiles the schemas for each example. Tests validate examples.
    rules: { "oas3-valid-media-example": "off" },
  });
  const problems = await linter.run(document as Record<string, unknown>);
  return problems.map(({ severity, code, path, message }) => `${severity} ${code} ${path.join(".")}: ${message}`);
}
