/** Tokens of keys, workspaces and sessions, secrets of webhooks, and user tokens. */
const SECRETS = /\b(?:at|st|wt|whsec)_[\w+/=-]+|\beyJ[\w.-]+/g;
/** How they begin. */
const BEGINNING = /^(?:(?:at|st|wt|whsec)_|eyJ)/;

/** The text with `[secret]` in place of what looks like one. */
export function maskSecrets(text: string): string {
  return text.replaceAll(SECRETS, "[secret]");
}

/** Whether a text begins like a secret. */
export function beginsLikeSecret(text: string): boolean {
  return BEGINNING.test(text);
}
