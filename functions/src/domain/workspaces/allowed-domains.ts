import { ApiError } from "#platform/error";

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
 * Whether pages of an origin, such as `https://app.example.com:8443`, may call: its host is one of the domains, or below one
 * that begins with `*.`. Scheme and port make no difference.
 */
export function allowsOrigin(allowed: readonly string[], origin: string): boolean {
  const { protocol, origin: whole } = URL.parse(origin) ?? {};
  const host = whole === origin && /^https?:$/.test(protocol ?? "") ? normaliseDomain(origin) : undefined;
  if (!host) return false;
  return allowed.some((domain) => domain === host || (domain.startsWith("*.") && host.endsWith(domain.slice(1))));
}

/** Most domains of one API key: they are kept in its document, which is read with every request. */
export const MAX_ALLOWED_DOMAINS = 500;

/**
 * Domains as kept, each once.
 * @param field of the request that names them, for the message.
 * @throws ApiError INVALID_ARGUMENT when one is no domain.
 */
export function normaliseDomains(given: readonly string[], field = "allowedDomains"): string[] {
  const domains = given.map((domain, i) => {
    const normalised = normaliseDomain(domain);
    if (!normalised) throw new ApiError("INVALID_ARGUMENT", `data.${field}[${i}] must be a domain or a URL.`);
    return normalised;
  });
  return [...new Set(domains)];
}

/** What a change of the allowed domains comes to. */
export interface DomainChange {
  /** All domains afterwards. */
  allowed: string[];
  /** Those that were added, or removed. */
  changed: string[];
  /** Those that were there already, or were not there. */
  skipped: string[];
}

/**
 * Adds domains to those that are allowed.
 * @throws ApiError RESOURCE_EXHAUSTED when there would be more than 500.
 */
export function addDomains(allowed: readonly string[], given: readonly string[]): DomainChange {
  const present = new Set(allowed);
  const changed = given.filter((domain) => !present.has(domain));
  if (allowed.length + changed.length > MAX_ALLOWED_DOMAINS)
    throw new ApiError(
      "RESOURCE_EXHAUSTED",
      `You have reached the maximum number of domains allowed for this API key (${MAX_ALLOWED_DOMAINS}).`,
    );
  return { allowed: [...allowed, ...changed], changed, skipped: given.filter((domain) => present.has(domain)) };
}

/** Removes domains from those that are allowed. */
export function removeDomains(allowed: readonly string[], given: readonly string[]): DomainChange {
  const present = new Set(allowed);
  const gone = new Set(given);
  return {
    allowed: allowed.filter((domain) => !gone.has(domain)),
    changed: given.filter((domain) => present.has(domain)),
    skipped: given.filter((domain) => !present.has(domain)),
  };
}
