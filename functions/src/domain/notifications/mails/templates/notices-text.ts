/** The plain text of a mail about events. Its variables are those of `mail-values.ts`. */
export const noticesText = `{{title}}
{{#documents}}

{{name}}
{{#threads}}
{{#context}}

  {{author}} wrote:
{{#lines}}
  > {{line}}
{{/lines}}
{{/context}}
{{#entries}}

{{#isDigest}}{{headline}}{{/isDigest}}{{^isDigest}}{{actor}}{{/isDigest}} ({{time}})
{{#lines}}
> {{line}}
{{/lines}}
{{/entries}}
{{/threads}}
{{#url}}

Open {{name}}: {{url}}
{{/url}}
{{/documents}}
{{#more}}

And {{more}} more.
{{/more}}

-- 
{{#company}}{{company}}: {{/company}}you get this mail because {{reason}}.
{{#unsubscribeUrl}}
Unsubscribe from mails like this one: {{unsubscribeUrl}}
{{/unsubscribeUrl}}
`;
