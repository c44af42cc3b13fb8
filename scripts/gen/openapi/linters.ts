import { BaseResolver, createConfig, lintFromString } from "@redocly/openapi-core";
import spectral, { type RulesetDefinition } from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";

/** Problems that Redocly's recommended rules find, warnings too. */
export async function redoclyProblems(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source, config, externalRefResolver: new BaseResolver() });
  return problems.map(
    ({ severity, ruleId, message, location }) => `${severity} ${ruleId} ${location[0]?.pointer}: ${message}`,
  );
}

/** Problems that Spectral's rules for OpenAPI find, warnings too. */
export async function spectralProblems(document: object): Promise<string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [[rulesets.oas as RulesetDefinition, "recommended"]] });
  const problems = await linter.run(document as Record<string, unknown>);
  return problems.map(({ severity, code, path, message }) => `${severity} ${code} ${path.join(".")}: ${message}`);
}
