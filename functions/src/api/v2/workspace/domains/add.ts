import * as z from "zod";
import { addDomains, normaliseDomains } from "#domain/workspaces/allowed-domains";
import { changeAllowedDomains } from "#domain/workspaces/store/allowed-domains";
import { AllowedDomains } from "#domain/workspaces/workspace";
import { endpoint } from "#http/endpoint";

export default endpoint({
  path: "/v2/workspace/domains/add",
  alsoAt: "/v1/workspace/domains/add",
  auth: "apiKey",
  kind: "write",
  audit: { action: "domain.add" },
  summary: "Allow domains to use the API key; domains that are already allowed are skipped.",
  input: z.object({ domains: AllowedDomains.min(1) }),
  output: z.object({ domainsAdded: z.array(z.string()), skippedDomains: z.array(z.string()).optional() }),
  cost: { reads: 1, writes: 2, trips: 2 },
  example: { domains: ["https://www.example.com", "*.example.org"] },
  async handle(call, { domains }) {
    const normalised = normaliseDomains(domains, "domains");
    const { changed, skipped } = await changeAllowedDomains(call, (allowed) => addDomains(allowed, normalised));
    const message = "Domain(s) added successfully to allowed domains.";
    if (skipped.length === 0) return { message, data: { domainsAdded: changed } };
    return {
      message: `${message} Skipped existing domains.`,
      data: { domainsAdded: changed, skippedDomains: skipped },
    };
  },
});
