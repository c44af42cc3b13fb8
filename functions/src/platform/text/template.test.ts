import { expect, test } from "@jest/globals";
import { escapeHtml, parseTemplate, renderTemplate, type TemplateValues } from "./template.ts";

function fill(text: string, values: TemplateValues): string {
  return renderTemplate(parseTemplate(text), values, escapeHtml);
}

test("variables are escaped, wherever they come from, and missing ones are empty", () => {
  const name = `<script>"&'{{secret}}`;
  expect(fill(`<a title="{{name}}">{{name}}</a>{{missing}}`, { name, secret: "s" })).toBe(
    `<a title="&lt;script&gt;&quot;&amp;&#39;{{secret}}">&lt;script&gt;&quot;&amp;&#39;{{secret}}</a>`,
  );
  expect(fill("{{constructor}}{{#toString}}x{{/toString}}", {})).toBe("");
});

test("sections repeat for lists, look names up in the enclosing values, and a tag on a line of its own removes the line", () => {
  const people = [{ name: "Ada" }, { name: "Lin", isLast: true }];
  const text =
    "{{title}}\n{{#people}}\n- {{name}} of {{title}}{{#isLast}}!{{/isLast}}\n{{/people}}\n{{^people}}\nnobody\n{{/people}}\n";
  expect(fill(text, { title: "Team", people })).toBe("Team\n- Ada of Team\n- Lin of Team!\n");
  expect(fill(text, { title: "Team", people: [] })).toBe("Team\nnobody\n");
  expect(fill("{{#count}}{{count}} more{{/count}}", { count: 0 })).toBe("");
});

test("a faulty template is refused with a message that names the fault", () => {
  const faults = {
    "{{#open}}": /\{\{#open\}\} has no end/,
    "{{/closed}}": /\{\{\/closed\}\} ends a section that is not open/,
    "{{#a}}{{#b}}{{/a}}{{/b}}": /\{\{\/a\}\} ends a section/,
    "{{{raw}}}": /\{\{\{raw\}\}\} is no variable/,
    "{{&raw}}": /is no variable/,
    "{{ spaced }}": /is no variable/,
  };
  for (const [text, message] of Object.entries(faults)) expect(() => parseTemplate(text)).toThrow(message);
});
