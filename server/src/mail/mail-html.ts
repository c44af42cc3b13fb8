/** The page at `/mail`. It contains no mails: its script requests them with the credentials of an API key. */
export const mailHtml = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Mails · Atrium</title>
    <link rel="icon" type="image/svg+xml" href="/docs/home.svg">
    <link rel="stylesheet" href="/docs/mail.css">
    <script src="/docs/mail.js" type="module"></script>
  </head>
  <body>
    <header>
      <a href="/"><img src="/docs/home.svg" alt="Atrium" width="32" height="32"></a>
      <div>
        <h1>Mails</h1>
        <p id="about" role="status">Stored here and not delivered, because no mail server is configured.</p>
      </div>
    </header>
    <main>
      <noscript><p>This page needs JavaScript, which this browser has switched off. Switch it on for this address and reload the page.</p></noscript>
      <p id="link-notice" role="alert" hidden></p>
      <form id="credentials" hidden>
        <p>Whose mails? <code>npx atrium open mail</code> prints a link to the demo's mails, <code>npx atrium credentials</code> prints all API keys.</p>
        <label>API key <input name="apiKey" autocomplete="off" required></label>
        <label>Auth token <input name="authToken" type="password" autocomplete="off" required></label>
        <button>Show mails</button>
        <p id="refusal" role="alert"></p>
      </form>
      <div id="mails" hidden>
        <nav id="list" aria-label="Mails, newest first"></nav>
        <article id="mail" hidden>
          <h2 id="subject"></h2>
          <dl>
            <dt>From</dt><dd id="from"></dd>
            <dt>To</dt><dd id="to"></dd>
            <dt>Sent</dt><dd id="sent"></dd>
          </dl>
          <div role="group" aria-label="Form of the mail">
            <button id="as-html" aria-pressed="true">HTML</button>
            <button id="as-text" aria-pressed="false">Text</button>
          </div>
          <iframe id="html" title="The mail" sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"></iframe>
          <pre id="text" hidden></pre>
        </article>
      </div>
    </main>
  </body>
</html>
`;
