import demoSession from "@atrium/functions/api/demo/session";
import docsDemo from "@atrium/functions/api/docs/demo";
import docsHook from "@atrium/functions/api/docs/hook";
import docsRequests from "@atrium/functions/api/docs/requests";
import docsSession from "@atrium/functions/api/docs/session";
import hooksInspect from "@atrium/functions/api/hooks/inspect";
import type { Context } from "@atrium/functions/context";
import type { HostPage } from "@atrium/functions/http/page/declaration";
import { openEditorSession } from "../demo/session.ts";
import { acceptWebhook } from "../docs/hook.ts";
import { recentRequests } from "../docs/requests.ts";
import { restoreDemo } from "../docs/restore-demo.ts";
import { openSession } from "../docs/session.ts";
import { inspectHooks } from "../hooks/inspect.ts";
import { mailboxPages } from "../mail/mailbox-pages.ts";
import { type OperatorParts, operatorPages } from "./operator-pages.ts";
import type { HostAnswer, HostPages } from "./page-routes.ts";

/** Options that decide which of the host's own pages exist. */
export interface HostPageOptions {
  /** Whether `/demo` exists. */
  demo: boolean;
  /** If omitted, `/ready` and `/metrics` do not exist. */
  operator?: OperatorParts | undefined;
  /** Reads the last lines of the log; if omitted, no requests are shown. */
  readLog?: (() => Promise<string[]>) | undefined;
}

/** The pages that only this host has, with the functions that answer them. */
export function hostPages(context: Context, { demo, operator, readLog }: HostPageOptions): HostPages {
  const pages = new Map<HostPage, HostAnswer>([
    [docsSession, (request, { requestId }) => openSession(context, request, requestId)],
    [docsDemo, (request, { requestId }) => restoreDemo(context, request, requestId)],
    [docsHook, acceptWebhook],
    [hooksInspect, inspectHooks(context)],
  ]);
  if (demo) pages.set(demoSession, (request, { requestId }) => openEditorSession(context, request, requestId));
  if (readLog) pages.set(docsRequests, recentRequests(context, readLog));
  return new Map([...pages, ...(operator ? operatorPages(operator) : []), ...mailboxPages(context)]);
}
