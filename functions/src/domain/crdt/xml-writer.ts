import * as Y from "yjs";

/** A shared XML fragment as well-formed XML, which `parseXml` reads again. Formats of text become elements around it. */
export function writeXml(fragment: Y.XmlFragment): string {
  return fragment.toArray().map(writeNode).join("");
}

function writeNode(node: unknown): string {
  if (node instanceof Y.XmlElement) {
    const content = writeXml(node);
    const head = `${node.nodeName}${writeAttributes(node.getAttributes())}`;
    return content === "" ? `<${head}/>` : `<${head}>${content}</${node.nodeName}>`;
  }
  return node instanceof Y.XmlText ? writeText(node) : "";
}

function writeText(text: Y.XmlText): string {
  return (text.toDelta() as { insert: unknown; attributes?: Record<string, unknown> }[])
    .map(({ insert, attributes = {} }) => {
      const content = typeof insert === "string" ? escaped(insert) : writeNode(insert);
      const formats = Object.keys(attributes).filter(isName).sort();
      return formats.reduceRight((inner, name) => {
        const values = attributes[name];
        const of = typeof values === "object" && values !== null ? writeAttributes(values) : "";
        return `<${name}${of}>${inner}</${name}>`;
      }, content);
    })
    .join("");
}

function writeAttributes(attributes: object): string {
  return Object.entries(attributes)
    .filter(([name, value]) => isName(name) && value !== undefined && value !== null)
    .map(([name, value]) => ` ${name}="${escaped(typeof value === "string" ? value : JSON.stringify(value))}"`)
    .join("");
}

/** Whether XML allows the name; those of Yjs may be any text. */
function isName(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}._-]*$/u.test(name);
}

function escaped(text: string): string {
  return text.replace(/[<>&"]/g, (sign) => `&#${sign.codePointAt(0)};`).replace(notXml, "");
}

/** Characters that XML cannot hold, not even escaped. */
const notXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
