import { escapeHtml, parseTemplate, renderTemplate } from "#platform/text/template";
import { unsubscribeHtml } from "./templates/unsubscribe-html.ts";

/** Names of the places that a person can unsubscribe from; without an organization they no longer exist. */
export interface SubscribedPlaces {
  organization?: string;
  document?: string;
}

/** What the page shows: a question, the confirmation of a choice, or that the link is invalid. */
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
      return ["You are unsubscribed", `You will get no more mails about ${organization}.`];
    case "document":
      return ["You are unsubscribed", `You will get no more mails about ${document ?? "this document"}.`];
    case "again":
      return [
        "You are subscribed again",
        `You will get mails about ${organization} when something directly involves you.`,
      ];
    case "gone":
      return [
        "There is nothing to unsubscribe from",
        "What the mail was about no longer exists, so there will be no more mails about it.",
      ];
    case "invalid":
      return ["This link is not complete", "Open the complete link at the end of the mail."];
  }
}
