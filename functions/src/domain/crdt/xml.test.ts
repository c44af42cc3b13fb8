import { expect, test } from "@jest/globals";
import fc from "fast-check";
import * as Y from "yjs";
import { expectWithContext } from "#testing/harness/jest/context";
import { parseXml, replaceChildren, type XmlNode } from "./xml.ts";

const element = (name: string, attributes: Record<string, string> = {}, ...children: XmlNode[]): XmlNode => ({
  name,
  children,
  attributes: new Map(Object.entries(attributes)),
});

test("elements, attributes and text are read; comments and processing instructions are skipped", () => {
  for (const [xml, expected] of [
    ["", []],
    ["text", ["text"]],
    ["a&lt;b&#65;<![CDATA[<c>]]>", ["a<bA<c>"]],
    ["x<!-- no --><?no no?>y", ["xy"]],
    ["<p></p> <q a='1' b=\"&quot;\"/>\r\n", [element("p"), " ", element("q", { a: "1", b: '"' }), "\n"]],
    ["<n:p n:a='é'><constructor/></n:p>", [element("n:p", { "n:a": "é" }, element("constructor"))]],
  ] as const)
    expectWithContext(parseXml(xml), xml).toStrictEqual(expected);
  const deepest = parseXml("<a>".repeat(100) + "</a>".repeat(100));
  expect(deepest.length).toBe(1);
});

test("XML that is not well-formed is refused with line and column", () => {
  for (const [xml, message] of [
    ["<p>", /1:\d+: unclosed tag: p/],
    ["<p>\n</q>", /2:4: unexpected close tag/],
    ["a & b", /1:\d+: /],
    ["&nbsp;", /1:6: undefined entity/],
    ["&constructor;", /undefined entity/],
    ["<p a='1' a='2'/>", /duplicate attribute: a/],
    ["<p a=1/>", /1:\d+: /],
    ["\u0001", /1:1: disallowed character/],
    ["<!DOCTYPE p SYSTEM 'file:///etc/passwd'><p/>", /1:9: inappropriately located doctype/],
    ["<p __proto__='1'/>", /must not have an attribute "__proto__"/],
    ["<a>".repeat(101) + "</a>".repeat(101), /must not nest deeper than 100 levels/],
  ] as const)
    expectWithContext(() => parseXml(xml), xml).toThrow(
      expect.objectContaining({ code: "INVALID_ARGUMENT", message: expect.stringMatching(message) }),
    );
});

/** A document changed from `before` to `after`, and the number of operations. */
function replaceXml(before: string, after: string): { content: string; expected: string; operations: number } {
  const doc = new Y.Doc();
  const fragment = doc.getXmlFragment("x");
  replaceChildren(fragment, parseXml(before));
  const client = new Y.Doc();
  Y.applyUpdate(client, Y.encodeStateAsUpdate(doc));
  const clock = () => Y.getState(doc.store, doc.clientID);
  const start = clock();
  doc.transact(() => replaceChildren(fragment, parseXml(after)));
  Y.applyUpdate(client, Y.encodeStateAsUpdate(doc));
  const fresh = new Y.Doc().getXmlFragment("x");
  replaceChildren(fresh, parseXml(after));
  return {
    content: client.getXmlFragment("x").toString(),
    expected: fresh.toString(),
    operations: clock() - start,
  };
}

test("equal nodes stay, and a changed node is changed in place", () => {
  for (const [before, after, operations] of [
    ["<p>a</p><p>b</p>", "<p>a</p><p>b</p>", 0],
    ["<p>a</p><p>b</p>", "<p>a</p><p>bc</p>", 1],
    ["<p>a</p><p>b</p>", "<p>b</p>", 0],
    ["<p x='1' y='2'>a</p>", "<p x='2'>a</p>", 1],
    ["<p>a</p>", "<q>a</q>", 3],
    ["<p>text</p>", "text", 5],
  ] as const) {
    const replacement = replaceXml(before, after);
    expect(replacement.content).toBe(replacement.expected);
    expectWithContext(replacement.operations, `${before} → ${after}`).toBe(operations);
  }
});

test("a client that applies a replacement has the new nodes, whatever they are", () => {
  const { xml } = fc.letrec<{ xml: string; element: string }>((tie) => ({
    element: fc
      .tuple(fc.constantFrom("p", "q"), fc.constantFrom("", " a='1'", " a='2' b='1'"), tie("xml"))
      .map(([name, attributes, children]) => `<${name}${attributes}>${children}</${name}>`),
    xml: fc
      .array(fc.oneof({ maxDepth: 3 }, fc.constantFrom("s", "t", "st"), tie("element")), { maxLength: 4 })
      .map((nodes) => nodes.join("")),
  }));
  fc.assert(
    fc.property(xml, xml, (before, after) => {
      const { content, expected } = replaceXml(before, after);
      expect(content).toBe(expected);
    }),
  );
});
