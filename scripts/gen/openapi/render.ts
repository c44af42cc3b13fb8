import { callEndpoints, endpoints } from "@atrium/functions/endpoints";
import { openapiDocument } from "@atrium/functions/http/openapi/document";
import packageJson from "../../../functions/package.json" with { type: "json" };
import { inputFields, namedSchemas } from "./named-schemas.ts";
import { exampleApiKey, recordedCalls } from "./recorded-calls.ts";

/** The content of `openapi.json`: the document of all endpoints, with executed examples. */
export async function renderOpenapi(): Promise<string> {
  const document = openapiDocument(endpoints, {
    version: packageJson.version,
    brand: "service",
    named: await namedSchemas(),
    inputFields: inputFields(endpoints),
    calls: await recordedCalls(callEndpoints),
    apiKeyId: exampleApiKey,
  });
  return `${JSON.stringify(document, null, 1)}\n`;
}

async function main(): Promise<void> {
  process.stdout.write(await renderOpenapi());
}

if (import.meta.main) void main();
