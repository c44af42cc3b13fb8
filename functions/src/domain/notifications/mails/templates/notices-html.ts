/**
 * The HTML of a mail about events. Its variables are those of `mail-values.ts`. Tables and inline styles work in all
 * mail programs; the style sheet adds narrow screens and dark mode for those that support it.
 */
export const noticesHtml = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>{{subject}}</title>
<style>
:root { color-scheme: light dark; }
a { text-decoration: none; }
@media (max-width: 480px) {
  .outer { padding: 0 !important; }
  .card { border-radius: 0 !important; }
  .pad { padding-left: 20px !important; padding-right: 20px !important; }
}
@media (prefers-color-scheme: dark) {
  body, .page { background: #14161c !important; }
  .card { background: #1f222b !important; border-color: #343947 !important; }
  .ink { color: #eceef5 !important; }
  .soft { color: #a9afc0 !important; }
  .said { background: #292d39 !important; border-color: #8fa6ff !important; color: #eceef5 !important; }
  .before { border-color: #454b5c !important; color: #b9bfce !important; }
  .line { border-color: #343947 !important; }
  .button { background: #8fa6ff !important; color: #10131c !important; }
  .link { color: #8fa6ff !important; }
}
</style>
</head>
<body style="margin:0;padding:0;background:#f1f3f8;">
<div style="display:none;max-height:0;overflow:hidden;">{{preview}}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f1f3f8;">
<tr><td class="outer" align="center" style="padding:32px 12px;">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff;border:1px solid #dfe3ec;border-radius:10px;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;">
{{#company}}
<tr><td class="pad soft" style="padding:24px 32px 0;font-size:14px;line-height:20px;color:#5b6172;">{{company}}</td></tr>
{{/company}}
<tr><td class="pad" style="padding:16px 32px 0;"><h1 class="ink" style="margin:0;font-size:21px;line-height:28px;font-weight:600;color:#1d2230;overflow-wrap:anywhere;">{{title}}</h1></td></tr>
{{#documents}}
<tr><td class="pad" style="padding:20px 32px 0;">
<h2 class="ink" style="margin:0;font-size:16px;line-height:24px;font-weight:600;color:#1d2230;overflow-wrap:anywhere;">{{name}}</h2>
</td></tr>
{{#threads}}
<tr><td class="pad" style="padding:4px 32px 8px;">
{{#context}}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin-top:12px;"><tr>
<td class="before" dir="auto" style="padding:0 0 0 13px;border-left:3px solid #dfe3ec;font-size:14px;line-height:21px;color:#5b6172;overflow-wrap:anywhere;">
<strong dir="auto">{{author}}</strong><br>
{{#lines}}
{{line}}<br>
{{/lines}}
</td></tr></table>
{{/context}}
{{#entries}}
<p class="ink" style="margin:16px 0 0;font-size:15px;line-height:22px;color:#1d2230;overflow-wrap:anywhere;">{{#isDigest}}{{headline}}{{/isDigest}}{{^isDigest}}<strong dir="auto">{{actor}}</strong>{{/isDigest}} <span class="soft" style="color:#5b6172;font-size:13px;white-space:nowrap;">&middot; {{time}}</span></p>
{{#hasLines}}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin-top:8px;"><tr>
<td class="said" dir="auto" style="padding:12px 14px;background:#eef1fb;border-left:3px solid #2b4acb;border-radius:4px;font-size:16px;line-height:24px;color:#1d2230;overflow-wrap:anywhere;">
{{#lines}}
{{line}}<br>
{{/lines}}
</td></tr></table>
{{/hasLines}}
{{/entries}}
</td></tr>
{{/threads}}
{{#url}}
<tr><td class="pad" style="padding:16px 32px 8px;">
<a class="button" href="{{url}}" style="display:inline-block;padding:12px 22px;background:#2b4acb;color:#ffffff;border-radius:6px;font-size:15px;line-height:20px;font-weight:600;text-decoration:none;overflow-wrap:anywhere;">Open {{shortName}}</a>
</td></tr>
{{/url}}
{{/documents}}
{{#more}}
<tr><td class="pad soft" style="padding:16px 32px 0;font-size:15px;line-height:22px;color:#5b6172;">And {{more}} more.</td></tr>
{{/more}}
<tr><td class="pad" style="padding:24px 32px 28px;">
<p class="line soft" style="margin:0;padding-top:16px;border-top:1px solid #dfe3ec;font-size:13px;line-height:20px;color:#5b6172;">You get this mail because {{reason}}.{{#unsubscribeUrl}}
 <a class="link" href="{{unsubscribeUrl}}" style="color:#2b4acb;text-decoration:underline;">Unsubscribe</a>{{/unsubscribeUrl}}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
