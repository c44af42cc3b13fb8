/** Kinds of pages that hold keys. In inner pages a page number of 4 bytes precedes each key (sqlite.org/fileformat2.html). */
const LEAF = 0x0a;
const INNER = 0x02;
/** The type of a text of n bytes is 13 + 2 n. */
const TEXT = 13;
/** Size of a number in bytes, by its type; types start at 1. */
const NUMBER_BYTES = [0, 1, 2, 3, 4, 6, 8];

/** Finds a row of this text and a number in a page, as in `meta`, and returns the number; undefined if there is none. */
export function textAndNumber(page: Buffer, text: string): number | undefined {
  const kind = page[0];
  if (kind !== LEAF && kind !== INNER) return undefined;
  const [pointers, before] = kind === LEAF ? [8, 0] : [12, 4];
  const cells = page.readUInt16BE(3);
  for (let cell = 0; cell < cells && pointers + 2 * cell + 2 <= page.length; cell++) {
    const number = rowAt(page, page.readUInt16BE(pointers + 2 * cell) + before, text);
    if (number !== undefined) return number;
  }
  return undefined;
}

/** Reads such a row; it is so short that each of its lengths and types takes one byte. */
function rowAt(page: Buffer, start: number, text: string): number | undefined {
  const [, header, textType, numberType = 0] = page.subarray(start, start + 4);
  if (header !== 3 || textType !== TEXT + 2 * text.length) return undefined;
  const at = start + 4;
  if (page.toString("latin1", at, at + text.length) !== text) return undefined;
  if (numberType === 8 || numberType === 9) return numberType - 8;
  const bytes = NUMBER_BYTES[numberType] ?? 0;
  const from = at + text.length;
  if (bytes === 0 || from + bytes > page.length) return undefined;
  return bytes === 8 ? Number(page.readBigInt64BE(from)) : page.readIntBE(from, bytes);
}
