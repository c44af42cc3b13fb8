/** Known providers of disposable addresses, which anybody may read and nobody keeps. Their subdomains count too. */
const disposable: ReadonlySet<string> = new Set([
  ...["10minutemail.com", "10minutemail.net", "burnermail.io", "discard.email", "discardmail.com", "dispostable.com"],
  ...["einrot.com", "emailondeck.com", "fakeinbox.com", "getnada.com", "grr.la", "guerrillamail.biz"],
  ...["guerrillamail.com", "guerrillamail.de", "guerrillamail.info", "guerrillamail.net", "guerrillamail.org"],
  ...["guerrillamailblock.com", "inboxkitten.com", "jetable.org", "mailcatch.com", "maildrop.cc", "mailinator.com"],
  ...["mailinator.net", "mailnesia.com", "mintemail.com", "moakt.com", "mohmal.com", "mytemp.email", "sharklasers.com"],
  ...["spam4.me", "spamgourmet.com", "temp-mail.io", "temp-mail.org", "tempail.com", "tempinbox.com", "tempmail.com"],
  ...["tempmail.net", "tempmailo.com", "tempr.email", "throwawaymail.com", "trashmail.com", "trashmail.de"],
  ...["trashmail.net", "wegwerfmail.de", "yopmail.com", "yopmail.fr", "yopmail.net"],
]);

/** Whether an e-mail address belongs to a provider of disposable addresses. @param email at most 320 characters. */
export function isDisposable(email: string): boolean {
  const labels = email
    .slice(email.lastIndexOf("@") + 1)
    .toLowerCase()
    .split(".");
  return labels.some((_, i) => disposable.has(labels.slice(i).join(".")));
}
