// Runs in the browser on the page at `/mail`: lists the mails that the server keeps as they arrive, and shows one.

import type { Demo } from "./demo-call.ts";
import { find } from "./elements.ts";
import { openedSession } from "./session.ts";
import { shownTime } from "./shown-time.ts";

/** A person in the header of a mail. */
interface Address {
  name?: string;
  address: string;
}

/** A mail as listed. */
interface Summary {
  number: number;
  time: number;
  from: Address;
  to: Address;
  subject: string;
}
interface Mail extends Summary {
  text: string;
  html: string;
}

type Credentials = Pick<Demo["credentials"], "apiKey" | "authToken">;

/** Polling interval for new mails, ms. */
const INTERVAL = 2000;
const CREDENTIALS = "atrium-mail-credentials";

let currentMail: Summary | undefined;
const demo = await openedSession().catch(() => undefined);
const storedCredentials = JSON.parse(sessionStorage.getItem(CREDENTIALS) ?? "null") ?? undefined;
let credentials: Credentials = storedCredentials ?? demo?.credentials ?? (await askCredentials());
element("#mails").hidden = false;
for (const [button, isText] of [
  ["#as-html", false],
  ["#as-text", true],
] as const)
  element(button).addEventListener("click", () => showAs(isText));
const usualStatus = element("#about").textContent;
let mailCount: number | undefined;
/** Looks for new mails now instead of after the interval. */
let pollNow: () => void = () => undefined;
for (;;) {
  const { data, error, isRefused } = await ask<{ count: number; mails: Summary[] }>(credentials, { known: mailCount });
  if (isRefused) {
    // The token was reset or revoked since.
    sessionStorage.removeItem(CREDENTIALS);
    element("#mails").hidden = true;
    credentials = await askCredentials(error);
    element("#mails").hidden = false;
    mailCount = undefined;
    continue;
  }
  const status = error ?? usualStatus;
  if (element("#about").textContent !== status) element("#about").textContent = status;
  if (data && data.count !== mailCount) showList(data.mails);
  mailCount = data?.count ?? mailCount;
  await new Promise<void>((resolve) => {
    pollNow = resolve;
    setTimeout(resolve, INTERVAL);
  });
  // A tab in the background does not poll.
  while (document.hidden) await new Promise((resolve) => addEventListener("visibilitychange", resolve, { once: true }));
}

/** Waits until somebody has entered credentials that the server accepts. @param refusal why the previous ones are refused. */
async function askCredentials(refusal = ""): Promise<Credentials> {
  const form = element("#credentials") as HTMLFormElement;
  form.hidden = false;
  element("#refusal").textContent = refusal;
  for (;;) {
    await new Promise<void>((resolve) => {
      form.onsubmit = (event) => {
        event.preventDefault();
        resolve();
      };
    });
    const enteredCredentials = Object.fromEntries(new FormData(form)) as Credentials;
    const { error } = await ask(enteredCredentials, {});
    element("#refusal").textContent = error ?? "";
    if (error !== undefined) continue;
    sessionStorage.setItem(CREDENTIALS, JSON.stringify(enteredCredentials));
    form.hidden = true;
    return enteredCredentials;
  }
}

/** Requests mails. If the request fails, `error` says why, and `isRefused` whether the credentials are to blame. */
async function ask<T>(
  { apiKey, authToken }: Credentials,
  about: object,
): Promise<{ data?: T; error?: string; isRefused?: boolean }> {
  const reply = await fetch("/mail/messages", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ data: { apiKey, authToken, ...about } }),
  }).catch(() => undefined);
  const { result, error } = (await reply?.json().catch(() => undefined)) ?? {};
  if (result) return { data: result.data };
  return {
    error: error?.message ?? "The server is not responding. Is it running?",
    isRefused: reply?.status === 401,
  };
}

function showList(mails: Summary[]): void {
  const about =
    mails.length > 0 ? "" : " No mails yet: a comment with triggerNotification that mentions somebody sends one.";
  element("#list").replaceChildren(...(mails.length > 0 ? mails.map(toEntry) : [about]));
  const [newest] = mails;
  if (newest && !currentMail) void show(newest);
}

function toEntry(mail: Summary): HTMLElement {
  const entry = document.createElement("button");
  // Inserted as text, so that nothing that people have written can run here.
  const part = (tag: string, text: string) => Object.assign(document.createElement(tag), { textContent: text });
  entry.append(
    part("strong", mail.subject),
    part("span", `to ${mail.to.name || mail.to.address}`),
    part("time", shownTime(mail.time)),
  );
  entry.addEventListener("click", () => show(mail));
  entry.dataset.number = String(mail.number);
  entry.ariaCurrent = String(mail.number === currentMail?.number);
  return entry;
}

async function show(summary: Summary): Promise<void> {
  const { data: mail, error, isRefused } = await ask<Mail>(credentials, { number: summary.number });
  // The next poll is refused too, and asks for the token.
  if (isRefused) return pollNow();
  currentMail = summary;
  for (const entry of element("#list").querySelectorAll<HTMLElement>("button"))
    entry.ariaCurrent = String(entry.dataset.number === String(summary.number));
  element("#mail").hidden = false;
  element("#subject").textContent = summary.subject;
  element("#from").textContent = addressText(summary.from);
  element("#to").textContent = addressText(summary.to);
  element("#sent").textContent = shownTime(summary.time);
  element("#text").textContent = mail?.text ?? error ?? "";
  const frame = element("#html") as HTMLIFrameElement;
  frame.onload = () => fitFrame(frame);
  frame.srcdoc = mail?.html ?? "";
  showAs(mail === undefined);
}

function showAs(isText: boolean): void {
  element("#html").hidden = isText;
  element("#text").hidden = !isText;
  element("#as-html").ariaPressed = String(!isText);
  element("#as-text").ariaPressed = String(isText);
}

/** Fits the frame to the height of the mail, and opens its links in new tabs. No script runs in the frame. */
function fitFrame(frame: HTMLIFrameElement): void {
  const mail = frame.contentDocument;
  if (!mail) return;
  for (const link of mail.querySelectorAll("a")) Object.assign(link, { target: "_blank", rel: "noopener noreferrer" });
  const resize = () => {
    frame.style.height = `${mail.body.scrollHeight}px`;
  };
  resize();
  new ResizeObserver(resize).observe(mail.body);
}

function addressText({ name, address }: Address): string {
  return name ? `${name} <${address}>` : address;
}

/** @throws Error if the page has no such element. */
function element(selector: string): HTMLElement {
  const match = find(selector, HTMLElement);
  if (!match) throw new Error(`${selector} is missing`);
  return match;
}
