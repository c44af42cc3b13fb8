import { ApiError } from "#model/error";

/** Where pages under development are served from. */
export const LOCAL_HOSTS: readonly string[] = ["localhost", "127.0.0.1"];

/**
 * A domain as kept: of a URL its host, in lower case and without `www.`; `*.example.com` stands for all below.
 * @returns undefined when it is no domain.
 */
export function normaliseDomain(given: string): string | undefined {
  const [, scheme = "https://", wildcard = "", rest] = /^(https?:\/\/)?(\*\.)?([^\s*@]+)$/i.exec(given.trim()) ?? [];
  const host = rest && URL.parse(scheme + rest)?.hostname;
  return host ? wildcard + host.replace(/^www\./, "").replace(/\.$/, "") : undefined;
}

/**
 * Domains as kept, each once.
 * @throws ApiError INVALID_ARGUMENT when one is no domain.
 */
export function normaliseDomains(given: readonly string[]): string[] {
  const domains = given.map((domain, i) => {
    const normalised = normaliseDomain(domain);
    if (!normalised) throw new ApiError("INVALID_ARGUMENT", `data.allowedDomains[${i}] must be a domain or a URL.`);
    return normalised;
  });
  return [...new Set(domains)];
}
