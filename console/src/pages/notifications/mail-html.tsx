import { useEffect, useRef } from "react";
import { useTexts } from "../../texts/texts.tsx";

/** Permissions of the mail frame: it runs no scripts, and its links open ordinary pages without a sandbox. */
const SANDBOX = "allow-same-origin allow-popups allow-popups-to-escape-sandbox";

/** A mail as its recipient sees it, in a frame that runs no scripts and loads nothing from elsewhere. */
export function MailHtml({ html }: { html: string }) {
  const { notifications } = useTexts();
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (frame.current) draw(frame.current, html);
  }, [html]);
  return <iframe ref={frame} className="mail-html" sandbox={SANDBOX} title={notifications.mail} />;
}

/**
 * Renders a mail into an empty frame. The page's policy also applies in the frame and refuses styles in markup, so the
 * styles are set through the object model.
 */
function draw(frame: HTMLIFrameElement, html: string): void {
  const inner = frame.contentDocument;
  const view = frame.contentWindow as (Window & typeof globalThis) | null;
  if (!inner || !view) return;
  const mail = new DOMParser().parseFromString(html, "text/html");
  for (const element of mail.querySelectorAll("script, link, meta, base, iframe, object, embed")) element.remove();
  const sheets = [...mail.querySelectorAll("style")].map((style) => {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(style.textContent ?? "");
    style.remove();
    return sheet;
  });
  const styles = [...mail.querySelectorAll<HTMLElement>("[style]")].map((element) => {
    const text = element.getAttribute("style") ?? "";
    element.removeAttribute("style");
    return [element, text] as const;
  });
  for (const link of mail.querySelectorAll("[href]")) openBeside(link);
  inner.body.replaceChildren(...mail.body.childNodes);
  inner.adoptedStyleSheets = sheets;
  for (const [element, text] of styles) element.style.cssText = text;
}

/** Opens links to pages in a new tab without access to this one; otherwise they would replace the mail in its frame. */
function openBeside(link: Element): void {
  const isPage = /^https?:$/.test(URL.parse(link.getAttribute("href") ?? "")?.protocol ?? "");
  if (link.localName === "a" && isPage) {
    link.setAttribute("target", "_blank");
    link.setAttribute("rel", "noopener noreferrer");
  } else link.removeAttribute("href");
}
