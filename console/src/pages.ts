import type { ComponentType } from "react";
import type { Texts } from "./texts/en.ts";

/** A page of the console. */
export interface PageEntry {
  /** Its path below `/console`, such as `/keys`, or `/keys/$apiKey` with a parameter. */
  path: string;
  /** The key of its text in the navigation; omitted for a page that is reached from another page. */
  label?: keyof Texts["pages"];
  /** Loads its component, which is the default export of its file. */
  load: () => Promise<{ default: ComponentType }>;
}

/** Every page, in the order of the navigation. */
export const pageEntries: readonly PageEntry[] = [
  { path: "/", label: "overview", load: () => import("./pages/overview/overview-page.tsx") },
  { path: "/keys", label: "keys", load: () => import("./pages/keys/keys-page.tsx") },
  { path: "/keys/$apiKey", load: () => import("./pages/keys/key-page.tsx") },
  { path: "/data", label: "data", load: () => import("./pages/data/organizations/organizations-page.tsx") },
  { path: "/data/organization", load: () => import("./pages/data/organizations/organization-page.tsx") },
  { path: "/data/document", load: () => import("./pages/data/documents/document-page.tsx") },
  { path: "/data/person", load: () => import("./pages/data/people/person-page.tsx") },
  { path: "/data/personal", load: () => import("./pages/data/people/personal-page.tsx") },
  { path: "/access", label: "access", load: () => import("./pages/access/access-page.tsx") },
  { path: "/webhooks", label: "webhooks", load: () => import("./pages/webhooks/webhooks-page.tsx") },
  { path: "/webhooks/$endpoint", load: () => import("./pages/webhooks/endpoint-page.tsx") },
  {
    path: "/notifications",
    label: "notifications",
    load: () => import("./pages/notifications/notifications-page.tsx"),
  },
  { path: "/live", label: "live", load: () => import("./pages/live/live-page.tsx") },
  { path: "/logs", label: "logs", load: () => import("./pages/logs/logs-page.tsx") },
  { path: "/try", label: "tryIt", load: () => import("./pages/try/try-page.tsx") },
];
