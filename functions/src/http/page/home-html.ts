import type { Visit } from "./declaration.ts";

/** Where data is stored, in words. */
const stores: { [kind in Visit["host"]["store"]]: string } = {
  sqlite: "SQLite on this machine",
  firestore: "Firestore",
};

/** Only the one-machine host stores mails. */
const mailLink = `        <a href="/mail"><strong>Mails</strong> Those that the server has stored instead of sending them</a>
`;

/** Only the one-machine host has the demo, unless the operator has switched it off. */
const demoLink = `        <a href="/demo"><strong>Shared editor</strong> A text that two people of the demo edit at once; a link opens it</a>
`;
const demoCommand = `          <dt><code>npx atrium open demo</code></dt><dd>prints a link that opens the shared editor</dd>
`;

/**
 * The page at `/`. It contains nothing secret; its script adds the demo world and the last requests for visitors who
 * come with a link of the operator.
 */
export function homeHtml({ version, store, hasDemo }: Visit["host"]): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Atrium</title>
    <link rel="icon" type="image/svg+xml" href="/docs/home.svg">
    <link rel="stylesheet" href="/docs/home.css">
    <script src="/docs/home.js" type="module"></script>
  </head>
  <body>
    <header>
      <img src="/docs/home.svg" alt="" width="40" height="40">
      <div>
        <h1>Atrium</h1>
        <p><span id="status" role="status">Running</span> · version ${version} · data in ${stores[store]}</p>
      </div>
    </header>
    <main>
      <p id="link-notice" role="alert" hidden></p>
      <nav aria-label="Pages of this server">
        <a href="/console"><strong>Console</strong> Browse the data of a workspace, look things up, repair them</a>
        <a href="/docs"><strong>Documentation</strong> Every endpoint and event, with calls to try</a>
        <a href="/openapi.json"><strong>openapi.json</strong> The contract, for programs and generators</a>
        <a href="/health"><strong>Health</strong> For monitors: whether the server is up</a>
${hasDemo ? demoLink : ""}${store === "sqlite" ? mailLink : ""}        <a href="/.well-known/jwks.json"><strong>Public keys</strong> They verify the tokens of your users</a>
      </nav>
      <section id="demo" hidden>
        <h2>The demo world</h2>
        <p id="demo-text"></p>
      </section>
      <section id="requests" hidden>
        <h2>Last requests of the demo's API key</h2>
        <table>
          <thead><tr><th>Time</th><th>Request</th><th>Status</th><th>Took</th><th>Why it was refused</th></tr></thead>
          <tbody></tbody>
        </table>
        <p id="requests-text"></p>
      </section>
      <section id="commands">
        <h2>From a terminal</h2>
        <dl>
          <dt><code>npx atrium console</code></dt><dd>prints a link that logs in to the console</dd>
          <dt><code>npx atrium open home</code></dt><dd>prints a link to this page that shows the demo world and its last requests</dd>
${hasDemo ? demoCommand : ""}          <dt><code>npx atrium credentials</code></dt><dd>shows the ids and tokens to call with</dd>
          <dt><code>npx atrium listen</code></dt><dd>shows events as they happen</dd>
          <dt><code>npx atrium trigger comment.add</code></dt><dd>causes one in the demo world</dd>
          <dt><code>npx atrium logs --follow</code></dt><dd>shows every request, and why one was refused</dd>
        </dl>
      </section>
    </main>
  </body>
</html>
`;
}
