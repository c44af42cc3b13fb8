import * as z from "zod";
import { contractCheck, contractNote, furtherForms, maxCharacters } from "#platform/shapes/contract-check";
import { type DomainReader, normaliseDomain, readDomain, usualDomain } from "./allowed-domains.ts";

/** Name of a workspace, its owner, an API key or an auth token, without white space around it. */
export const ShortName = z
  .string()
  .check(contractNote({ pattern: "[^\\s\\ufeff]" }), maxCharacters(200))
  .trim()
  .min(1);

/** The e-mail address of an owner; the domain may be an intranet host or use any script. */
export const OwnerEmail = z
  .string()
  .max(320)
  .regex(/^[^\s@]+@[^\s@]+$/, "must be an e-mail address.");

/** Domains in a request: with or without `https://` and `www.`, or `*.example.com` for all subdomains. */
export const AllowedDomains = domainsBy(normaliseDomain);

/** Domains to remove: stored domains are accepted even if no page can have them. */
export const RemovedDomains = domainsBy(readDomain);

function domainsBy(read: DomainReader) {
  const isDomain = contractCheck({ pattern: usualDomain, ...furtherForms }, read, "must be a domain or a URL.");
  return z.array(z.string().min(1).check(maxCharacters(300), isDomain)).max(100);
}

/** The purpose of an API key. */
export const ApiKeyType = z.enum(["testing", "production"]);
export type ApiKeyType = z.infer<typeof ApiKeyType>;

/** An API key in a list. */
export const ApiKeySummary = z.object({ id: z.string(), apiKeyName: z.string(), type: ApiKeyType });
export type ApiKeySummary = z.infer<typeof ApiKeySummary>;

/** The person who created the workspace. */
export const Owner = z.object({ email: z.string(), id: z.string(), name: z.string(), avatar: z.string() });
export type Owner = z.infer<typeof Owner>;

/** Workspace (docs/behaviour.md#workspaces-and-api-keys). */
export const Workspace = z.object({
  id: z.string(),
  name: z.string(),
  owner: Owner,
  authToken: z.string(),
  apiKeyList: z.record(z.string(), ApiKeySummary),
});
export type Workspace = z.infer<typeof Workspace>;

/** An auth token of an API key, as returned. */
export const AuthToken = z.object({ token: z.string(), name: z.string(), domains: z.array(z.string()) });
export type AuthToken = z.infer<typeof AuthToken>;
