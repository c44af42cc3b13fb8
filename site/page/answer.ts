import { colour } from "./colour.ts";
import { find } from "./elements.ts";

/** Maximum length of a stream's text that stays visible, in characters. */
const MAX_STREAM = 100_000;

/** Sends a request, shows the answer below the form, and scrolls it into view. */
export async function showAnswer(form: HTMLFormElement, url: string, init: RequestInit): Promise<void> {
  const answer = find("#answer", HTMLElement, form);
  const title = find("h3", HTMLElement, form.querySelector("#answer") ?? form);
  const code = find("#answer code", HTMLElement, form);
  const stop = find("#stop", HTMLButtonElement, form);
  if (!answer || !title || !code || !stop) return;
  const ended = new AbortController();
  stop.onclick = () => ended.abort();
  const begin = performance.now();
  code.replaceChildren();
  title.textContent = "Waiting for the answer …";
  title.className = "";
  answer.hidden = false;
  try {
    // The constructor reports what can't be sent. After that, browsers only say that something failed.
    const request = new Request(url, { ...init, signal: ended.signal });
    const reply = await fetch(request).catch(() => {
      throw new Error("the server can't be reached. Is it running?");
    });
    title.textContent = `${reply.status} ${reply.statusText} in ${Math.round(performance.now() - begin)} ms`;
    title.className = reply.ok ? "succeeded" : "failed";
    answer.scrollIntoView({ block: "nearest", behavior: "instant" });
    if (reply.headers.get("content-type")?.startsWith("text/event-stream")) await follow(reply, code, stop);
    else showText(code, await reply.text());
  } catch (error) {
    if (ended.signal.aborted) return;
    title.textContent = `No answer: ${error instanceof Error ? error.message : String(error)}`;
    title.className = "failed";
  } finally {
    stop.hidden = true;
    answer.scrollIntoView({ block: "nearest", behavior: "instant" });
  }
}

/** Shows JSON formatted, anything else verbatim. */
function showText(code: HTMLElement, text: string): void {
  try {
    code.replaceChildren(...colour(JSON.stringify(JSON.parse(text), null, 2), "json"));
  } catch {
    code.textContent = text;
  }
}

/** Shows the events of a stream until the reader or the server ends it. */
async function follow(reply: Response, code: HTMLElement, stop: HTMLButtonElement): Promise<void> {
  stop.hidden = false;
  const decoder = new TextDecoder();
  const reader = reply.body?.getReader();
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read())
    code.textContent = (code.textContent + decoder.decode(chunk.value, { stream: true })).slice(-MAX_STREAM);
}
