/** The page behind the link at the end of a mail. */
export const unsubscribeHtml = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>{{title}}</title>
<link rel="icon" type="image/svg+xml" href="/docs/home.svg">
<style>
:root { --accent: light-dark(#2b4acb, #8fa6ff); --line: light-dark(#dfe3ec, #343947); --soft: light-dark(#5b6172, #a9afc0); }
body { margin: 0; padding: 12vh 1.25rem; background: light-dark(#f1f3f8, #14161c); color: light-dark(#1d2230, #eceef5); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 30rem; margin: 0 auto; padding: 2rem; background: light-dark(#ffffff, #1f222b); border: 1px solid var(--line); border-radius: 0.6rem; overflow-wrap: anywhere; }
h1 { margin: 0 0 0.5rem; font-size: 1.3rem; line-height: 1.35; }
p { margin: 0 0 1rem; }
form { display: grid; gap: 0.75rem; }
button { padding: 0.7rem 1.1rem; background: none; border: 1px solid var(--accent); border-radius: 0.4rem; color: var(--accent); font: inherit; font-weight: 600; cursor: pointer; }
button.first { background: var(--accent); color: light-dark(#ffffff, #10131c); }
small { display: block; margin-top: 1.25rem; color: var(--soft); }
</style>
</head>
<body>
<main>
<h1>{{title}}</h1>
<p>{{text}}</p>
{{#asks}}
<form method="post">
<button class="first" name="choice" value="organization">Stop all mails from {{organization}}</button>
{{#document}}
<button name="choice" value="document">Stop only mails about {{document}}</button>
{{/document}}
</form>
<small>Notifications in the application stay as they are.</small>
{{/asks}}
{{#isDone}}
<form method="post">
<button name="choice" value="again">Get mails again</button>
{{#isDocument}}
<button name="choice" value="organization">Stop all mails from {{organization}}</button>
{{/isDocument}}
</form>
{{/isDone}}
</main>
</body>
</html>
`;
