import { test } from "@jest/globals";
import { expectWithContext } from "#testing/harness/jest/context";
import { textOfHtml } from "./html-text.ts";

test("the text of HTML has its lines, and neither tags nor references to characters", () => {
  for (const [html, text] of [
    ["<p>Look <b>here</b>,\n  please</p><p>Thanks</p>", "Look here, please\nThanks"],
    ["one<br>two<br/>three", "one\ntwo\nthree"],
    ["<ul><li>a</li><li>b</li></ul>", "a\nb"],
    ["a &lt;b&gt; &amp;lt; &quot;c&quot;&nbsp;&#39;d&#x27;", `a <b> &lt; "c" 'd'`],
    ["&#1114112; &unknown; 1 < 2", "&#1114112; &unknown; 1 < 2"],
    ['<a title="x" href="https://a.example">link</a>', "link"],
    ["a&#xd800;b", "a\ufffdb"],
    ["", ""],
  ] as const)
    expectWithContext(textOfHtml(html), html).toBe(text);
});

test("hostile HTML takes no time", () => {
  for (const part of ["<", "<br ", "&", "&#", " ", "&nbsp;", "</p>"]) {
    const start = process.cpuUsage();
    textOfHtml(part.repeat(1_000_000));
    const { user, system } = process.cpuUsage(start);
    expectWithContext((user + system) / 1000, part).toBeLessThan(2000);
  }
});
