import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { crc32 } from "node:zlib";

/** The main class of the Firestore emulator. */
export const MAIN_CLASS = "com.google.cloud.datastore.emulator.firestore.CloudFirestore";
/** Longest line of a manifest, in bytes; the rest continues on the next line after a space. */
const MANIFEST_LINE = 70;

/**
 * Writes a jar that starts the Firestore emulator in another jar. firebase-tools runs `java -jar`, but the jar of
 * Google's packages declares no main class.
 * @returns the path of the written file.
 */
export function writeLaunchJar(folder: string, emulatorJar: string): string {
  const file = join(folder, "firestore-emulator.jar");
  const lines = ["Manifest-Version: 1.0", `Main-Class: ${MAIN_CLASS}`, `Class-Path: ${pathToFileURL(emulatorJar)}`];
  writeFileSync(file, zipOf("META-INF/MANIFEST.MF", `${lines.map(fold).join("\r\n")}\r\n\r\n`));
  return file;
}

function fold(line: string): string {
  return line.match(new RegExp(`.{1,${MANIFEST_LINE}}`, "g"))?.join("\r\n ") ?? "";
}

/** An uncompressed zip archive with one file. */
function zipOf(name: string, text: string): Buffer {
  const content = Buffer.from(text);
  const path = Buffer.from(name);
  // The fields shared by a file's header and its directory entry, from the version to the length of the name.
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt32LE(crc32(content), 10);
  facts.writeUInt32LE(content.length, 14);
  facts.writeUInt32LE(content.length, 18);
  facts.writeUInt16LE(path.length, 22);
  const header = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), facts, path, content]);
  // Created by version 2.0; no comment, no attributes, at the start of the archive.
  const entry = Buffer.concat([Buffer.from("PK\x01\x02\x14\0", "latin1"), facts, Buffer.alloc(14), path]);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(header.length, 16);
  return Buffer.concat([header, entry, end]);
}
