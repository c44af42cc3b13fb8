import type { Settings } from "./options.ts";

/** Maximum number of warnings of one client, because field names may be derived from data. */
const MAX_WARNINGS = 100;

/** Warns about fields of the request that the server ignored, once per field and endpoint. */
export function warnOfIgnoredFields(
  { headerBrand, logger, warnings }: Pick<Settings, "headerBrand" | "logger" | "warnings">,
  path: string,
  headers: Headers,
): void {
  for (const name of headers.get(`x-${headerBrand}-ignored-fields`)?.split(", ") ?? []) {
    const warning = `Atrium: ${path} ignored the field ${decodeURIComponent(name)}. Is it misspelt, or is the server older than the client?`;
    if (warnings.has(warning) || warnings.size >= MAX_WARNINGS) continue;
    warnings.add(warning);
    logger.warn(warning);
  }
}
