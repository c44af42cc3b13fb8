import * as z from "zod";
import { normaliseDomains, readDomain, removeDomains } from "#domain/workspaces/allowed-domains";
import { changeAllowedDomains } from "#domain/workspaces/store/allowed-domains";
import { RemovedDomains } from "#domain/workspaces/workspace";
import { endpoint } from "#http/endpoint";

export default endpoint({
  path: "/v2/workspace/domains/delete",
  alsoAt: "/v1/workspace/domains/delete",
  auth: "apiKey",
  kind: "write",
  audit: { action: "domain.delete" },
  summary: "Remove domains from those that may use the API key; domains that are not allowed are skipped.",
  input: z.object({ domains: RemovedDomains.min(1) }),
  output: z.object({ domainsRemoved: z.array(z.string()), skippedDomains: z.array(z.string()).optional() }),
  cost: { reads: 1, writes: 2, trips: 2 },
  example: { domains: ["https://www.example.com", "*.example.org"] },
  async handle(call, { domains }) {
    const normalised = normaliseDomains(domains, "domains", readDomain);
    const { changed, skipped } = await changeAllowedDomains(call, (allowed) => removeDomains(allowed, normalised));
    const message = "Domain(s) removed successfully from allowed domains.";
    if (skipped.length === 0) return { message, data: { domainsRemoved: changed } };
    return {
      message: `${message} Skipped non-existing domains.`,
      data: { domainsRemoved: changed, skippedDomains: skipped },
    };
  },
});
