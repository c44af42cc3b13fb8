/** The content security policy of the console: it connects only to its server, and no page may show it in a frame. */
export const consolePolicy = policyWith("'self'");

/** The policy in the cloud, where streams have the address of their function, which differs in each project. */
export const hostedConsolePolicy = policyWith("'self' https://*.cloudfunctions.net");

function policyWith(connections: string): string {
  return [
    ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'"],
    ...[`connect-src ${connections}`, "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
  ].join("; ");
}
