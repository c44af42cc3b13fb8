// Runs in the browser on the page at `/`: says whether the server still answers, and shows the demo world and its
// latest requests to visitors who opened a link from the operator.

import type { Demo } from "./demo-call.ts";
import { find } from "./elements.ts";
import { openedSession } from "./session.ts";
import { shownTime } from "./shown-time.ts";

/** A request as the server reports it. */
interface ShownRequest {
  time: string;
  method: string;
  path: string;
  status: number;
  ms: number;
  error?: { message: string };
}

/** Polling interval, ms. */
const INTERVAL = 2000;

const demo = await openedSession().catch(() => undefined);
if (demo) showDemo(demo);
for (;;) {
  await Promise.all([showStatus(), demo && showRequests(demo)]);
  await new Promise((resolve) => setTimeout(resolve, INTERVAL));
  // A tab in the background does not poll.
  while (document.hidden) await new Promise((resolve) => addEventListener("visibilitychange", resolve, { once: true }));
}

async function showStatus(): Promise<void> {
  const isUp = await fetch("/health").then(
    ({ ok }) => ok,
    () => false,
  );
  const status = element("#status");
  status.textContent = isUp ? "Running" : "Not responding";
  status.classList.toggle("down", !isUp);
}

function showDemo({ credentials, names }: Demo): void {
  element("#demo-text").textContent =
    `The calls of the documentation are filled in for the API key ${credentials.apiKey}, with names such as the organization ${names.acme} and its document ${names.homepage}.`;
  element("#demo").hidden = false;
}

async function showRequests({ credentials: { apiKey, authToken } }: Demo): Promise<void> {
  const reply = await fetch("/docs/requests", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ data: { apiKey, authToken } }),
  }).catch(() => undefined);
  // Neither a server without a log nor Firebase has this endpoint.
  if (!reply || reply.status === 404) return;
  const { result, error } = await reply.json().catch(() => ({}));
  const requests: ShownRequest[] = result?.data.requests ?? [];
  element("#requests").hidden = false;
  element("#requests tbody").replaceChildren(...requests.map(toRow));
  element("#requests-text").textContent =
    error?.message ?? (requests.length > 0 ? "" : "No requests yet. Send one from the documentation.");
}

function toRow({ time, method, path, status, ms, error }: ShownRequest): HTMLTableRowElement {
  const row = document.createElement("tr");
  const texts = [
    shownTime(Date.parse(time), { timeStyle: "medium" }),
    `${method} ${path}`,
    String(status),
    `${ms} ms`,
    error?.message ?? "",
  ];
  // Inserted as text, so that nothing that callers send can run here.
  row.append(...texts.map((text) => Object.assign(document.createElement("td"), { textContent: text })));
  row.className = status < 400 ? "" : "refused";
  return row;
}

/** @throws Error if the page has no such element. */
function element(selector: string): HTMLElement {
  const match = find(selector, HTMLElement);
  if (!match) throw new Error(`${selector} is missing`);
  return match;
}
