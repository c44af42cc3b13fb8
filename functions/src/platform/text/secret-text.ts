/** Tokens of keys, workspaces and sessions, secrets of webhooks, and user tokens. */
const SECRETS = /\b(?:at|st|wt|whsec)_[\w+/=-]+|\beyJ[\w.-]+/g;
/** How secrets begin. */
const BEGINNING = /^(?:(?:at|st|wt|whsec)_|eyJ)/;

/** Replaces everything that looks like a secret with `[secret]`. */
export function maskSecrets(text: string): string {
  return text.replaceAll(SECRETS, "[secret]");
}

/** Whether a text begins like a secret. */
export function beginsLikeSecret(text: string): boolean {
  return BEGINNING.test(text);
}
