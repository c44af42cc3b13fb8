import { ApiError, invalidFields } from "#platform/error";

/** Hosts of pages under development. */
export const LOCAL_HOSTS: readonly string[] = ["localhost", "127.0.0.1"];

/** A domain in its usual form, for the contract: with or without a scheme, `*.` and a port. */
export const usualDomain =
  "^(https?://)?(\\*\\.)?([A-Za-z0-9]([A-Za-z0-9-]{0,30}[A-Za-z0-9])?\\.){0,8}[A-Za-z][A-Za-z0-9]{0,30}(:[0-9]{1,4})?/?$";

/**
 * A domain as stored: the host of a URL, in lower case and without `www.`; `*.example.com` stands for all subdomains.
 * @returns undefined when the text is not a domain.
 */
export function normaliseDomain(text: string): string | undefined {
  const domain = readDomain(text);
  return domain && HOST.test(domain) ? domain : undefined;
}

/**
 * The form of a page's host. The URL standard also accepts `a.example,b.example` and `a..b`, which no page can have.
 */
const HOST = /^(\*\.)?(\[[\da-f:.]+\]|[\w-]+(\.[\w-]+)*)$/;

/** Like {@link normaliseDomain}, but accepts any host: hosts that no page can have were once stored. */
export function readDomain(text: string): string | undefined {
  const [, scheme = "https://", wildcard = "", rest] =
    /^(https?:\/\/)?(\*\.)?((?![\w+.-]+:\/)[^\s*@/\\][^\s*@]*)$/i.exec(text.trim()) ?? [];
  const host =
    rest &&
    URL.parse(scheme + rest)
      ?.hostname.replace(/^www\./, "")
      .replace(/\.$/, "");
  return host ? wildcard + host : undefined;
}

/** Converts a text to the domain as stored; undefined if it is not a domain. */
export type DomainReader = (text: string) => string | undefined;

/**
 * Whether pages of an origin, such as `https://app.example.com:8443`, may call: its host must be one of the domains, or
 * a subdomain of a domain that begins with `*.`. Scheme and port do not matter.
 */
export function allowsOrigin(allowed: readonly string[], origin: string): boolean {
  const { protocol, origin: whole } = URL.parse(origin) ?? {};
  const host = whole === origin && /^https?:$/.test(protocol ?? "") ? normaliseDomain(origin) : undefined;
  if (!host) return false;
  return allowed.some((domain) => domain === host || (domain.startsWith("*.") && host.endsWith(domain.slice(1))));
}

/** Maximum number of domains of one API key: they are stored in its document, which is read with every request. */
export const MAX_ALLOWED_DOMAINS = 500;

/**
 * Domains as stored, each once.
 * @param field name of the field of the request, for the message.
 * @throws ApiError INVALID_ARGUMENT when one of them is not a domain.
 */
export function normaliseDomains(
  texts: readonly string[],
  field = "allowedDomains",
  read: DomainReader = normaliseDomain,
): string[] {
  const domains = texts.map(read);
  const [first, ...others] = domains.flatMap((domain, i) =>
    domain ? [] : [{ path: `data.${field}[${i}]`, message: "must be a domain or a URL." }],
  );
  if (first) throw invalidFields([first, ...others]);
  return [...new Set(domains.flatMap((domain) => domain ?? []))];
}

/** The result of a change of the allowed domains. */
export interface DomainChange {
  /** All domains after the change. */
  allowed: string[];
  /** The domains that were added or removed. */
  changed: string[];
  /** The domains that had already been added, or that did not exist and so could not be removed. */
  skipped: string[];
}

/**
 * Adds domains to the allowed ones.
 * @throws ApiError RESOURCE_EXHAUSTED when there would be more than 500.
 */
export function addDomains(allowed: readonly string[], domains: readonly string[]): DomainChange {
  const present = new Set(allowed);
  const changed = domains.filter((domain) => !present.has(domain));
  if (allowed.length + changed.length > MAX_ALLOWED_DOMAINS)
    throw new ApiError(
      "RESOURCE_EXHAUSTED",
      `You have reached the maximum number of domains allowed for this API key (${MAX_ALLOWED_DOMAINS}).`,
    );
  return { allowed: [...allowed, ...changed], changed, skipped: domains.filter((domain) => present.has(domain)) };
}

/** Removes domains from the allowed ones. */
export function removeDomains(allowed: readonly string[], domains: readonly string[]): DomainChange {
  const present = new Set(allowed);
  const removed = new Set(domains);
  return {
    allowed: allowed.filter((domain) => !removed.has(domain)),
    changed: domains.filter((domain) => present.has(domain)),
    skipped: domains.filter((domain) => !present.has(domain)),
  };
}
