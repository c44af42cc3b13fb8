/** The content security policy of the console: it connects only to its server, and no page may show it in a frame. */
export const consolePolicy = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'"],
  ...["connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join("; ");
