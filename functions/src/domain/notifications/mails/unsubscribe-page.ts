import { escapeHtml, parseTemplate, renderTemplate } from "#platform/text/template";
import { unsubscribeHtml } from "./templates/unsubscribe-html.ts";

/** Names of what a person can unsubscribe from; without an organization there is nothing any more. */
export interface SubscribedPlaces {
  organization?: string;
  document?: string;
}

/** What the page tells: it asks, it tells a choice, or it can do nothing with the link. */
export type PageState = "asks" | "document" | "organization" | "again" | "invalid";

const template = parseTemplate(unsubscribeHtml);

/** The page behind the link at the end of a mail, as HTML. */
export function unsubscribePage(state: PageState, places: SubscribedPlaces = {}): string {
  const { organization, document } = places;
  const isGone = state !== "invalid" && organization === undefined;
  const [title, text] = textsOf(isGone ? "gone" : state, places);
  const values = {
    title,
    text,
    asks: state === "asks" && !isGone,
    isDocument: state === "document" && !isGone,
    isDone: (state === "organization" || state === "document") && !isGone,
    organization,
    document,
  };
  return renderTemplate(template, values, escapeHtml);
}

function textsOf(
  state: PageState | "gone",
  { organization, document }: SubscribedPlaces,
): [title: string, text: string] {
  switch (state) {
    case "asks":
      return ["Unsubscribe", `Which mails about ${organization} do you no longer want?`];
    case "organization":
      return ["You are unsubscribed", `You get no more mails about ${organization}.`];
    case "document":
      return ["You are unsubscribed", `You get no more mails about ${document ?? "this document"}.`];
    case "again":
      return ["You are subscribed again", `You get mails about ${organization} where something directly concerns you.`];
    case "gone":
      return [
        "There is nothing to unsubscribe from",
        "What the mail was about no longer exists, so it sends no mails.",
      ];
    case "invalid":
      return ["This link is not complete", "Open the link at the end of the mail, as a whole."];
  }
}
