import { createRequire } from "node:module";
import { BaseResolver, createConfig, lintFromString } from "@redocly/openapi-core";
import type { RulesetDefinition } from "@stoplight/spectral-core";

// As CommonJS modules for these two, because Node and jest understand their default exports differently.
const load = createRequire(import.meta.url);
const { Spectral }: typeof import("@stoplight/spectral-core") = load("@stoplight/spectral-core");
const { oas }: typeof import("@stoplight/spectral-rulesets") = load("@stoplight/spectral-rulesets");

/** Problems reported by Redocly's recommended rules, warnings too. */
export async function redoclyProblems(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source, config, externalRefResolver: new BaseResolver() });
  return problems.map(
    ({ severity, ruleId, message, location }) => `${severity} ${ruleId} ${location[0]?.pointer}: ${message}`,
  );
}

/** Problems reported by Spectral's rules for OpenAPI, warnings too, but not of examples of requests and replies. */
export async function spectralProblems(document: object): Promise<string[]> {
  const linter = new Spectral();
  linter.setRuleset({
    extends: [[oas as RulesetDefinition, "recommended"]],
    // Takes four times as long as all others: it reads the schemas anew for each example, which the tests validate themselves.
    rules: { "oas3-valid-media-example": "off" },
  });
  const problems = await linter.run(document as Record<string, unknown>);
  return problems.map(({ severity, code, path, message }) => `${severity} ${code} ${path.join(".")}: ${message}`);
}
