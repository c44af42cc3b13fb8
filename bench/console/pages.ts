/** A page of the console, and how to get there. */
export interface ConsolePage {
  path: string;
  /** The query of its address, which names the place that it shows. */
  search?: string;
  /** Its heading. */
  title: string;
  /** Selects the link to it on the page before it. */
  link: string;
}

const organizationId = "large";
const documentId = "document-00000000";
const place = `organization=${organizationId}`;

/** The data of the tenant that is measured. */
export const filling = { organizationId, documents: 100_000, users: 1_000 };

/** The pages, in an order in which each has a link to the next. @param apiKey id of the tenant's API key. */
export function consolePages(apiKey: string): ConsolePage[] {
  const pageAt = (name: string, title: string): ConsolePage => ({
    path: `/console/${name}`,
    title,
    link: `.navigation a[href^="/console/${name}"]`,
  });
  return [
    pageAt("keys", "API keys"),
    { path: `/console/keys/${apiKey}`, title: "Bench Test API Key", link: `main a[href*="${apiKey}"]` },
    pageAt("data", "Data"),
    {
      ...{ path: "/console/data/organization", search: `?${place}`, title: organizationId },
      link: `main a[href*="${place}"]`,
    },
    {
      ...{ path: "/console/data/document", search: `?${place}&document=${documentId}`, title: "Document number 0" },
      link: `main a[href*="document=${documentId}"]`,
    },
    pageAt("access", "Access"),
    pageAt("webhooks", "Webhooks"),
    pageAt("notifications", "Notifications"),
    pageAt("live", "Live"),
    pageAt("logs", "Logs"),
    pageAt("try", "Try it"),
    { ...pageAt("", "Overview"), link: ".navigation li:first-child a" },
  ];
}
