import * as Y from "yjs";
import { valueJson } from "./content-json.ts";
import { MAX_LEVELS, TOO_DEEP } from "./nesting.ts";

/**
 * A shared XML fragment as well-formed XML, which `parseXml` can read. Formats of text become elements around it.
 * @param levels maximum depth of elements: anything below is cut off.
 */
export function writeXml(fragment: Y.XmlFragment, levels: number): string {
  return fragment
    .toArray()
    .map((node) => writeNode(node, levels))
    .join("");
}

function writeNode(node: unknown, levels: number): string {
  if (node instanceof Y.XmlElement) {
    if (levels <= 0) return TOO_DEEP;
    const content = writeXml(node, levels - 1);
    const head = `${node.nodeName}${writeAttributes(node.getAttributes())}`;
    return content === "" ? `<${head}/>` : `<${head}>${content}</${node.nodeName}>`;
  }
  return node instanceof Y.XmlText ? writeText(node, levels) : "";
}

function writeText(text: Y.XmlText, levels: number): string {
  return (text.toDelta() as { insert: unknown; attributes?: Record<string, unknown> }[])
    .map(({ insert, attributes = {} }) => {
      const formats = Object.keys(attributes).filter(isName).sort().slice(0, Math.max(0, levels));
      const content = typeof insert === "string" ? escaped(insert) : writeEmbedded(insert, levels - formats.length - 1);
      return formats.reduceRight((inner, name) => {
        const values = attributes[name];
        const of = typeof values === "object" && values !== null ? writeAttributes(values) : "";
        return `<${name}${of}>${inner}</${name}>`;
      }, content);
    })
    .join("");
}

/** Writes an object embedded in a text, which counts as a level although XML shows none. */
function writeEmbedded(node: unknown, levels: number): string {
  return node instanceof Y.AbstractType && levels <= 0 ? TOO_DEEP : writeNode(node, levels);
}

function writeAttributes(attributes: object): string {
  return Object.entries(attributes)
    .filter(([name, value]) => isName(name) && value !== undefined && value !== null)
    .map(([name, value]) => ` ${name}="${escaped(attributeText(value))}"`)
    .join("");
}

function attributeText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(valueJson(value, MAX_LEVELS));
}

/** Whether XML allows the name; names in Yjs may be any text. */
function isName(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}._-]*$/u.test(name);
}

function escaped(text: string): string {
  return text.replace(/[<>&"]/g, (sign) => `&#${sign.codePointAt(0)};`).replace(notXml, "");
}

/** Characters that XML cannot hold, not even escaped. */
const notXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
