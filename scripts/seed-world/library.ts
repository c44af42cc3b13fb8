import { FORMS, MAGAZINE_FOLDERS, SUBJECTS } from "./magazine.ts";
import { BOOK_DOCUMENTS, BOOKS, HOUSE_DOCUMENTS, PUBLISHER_FOLDERS } from "./publisher.ts";
import type { Random } from "./random.ts";
import { type Document, type Folder, timeBetween } from "./records.ts";

/** The folders and documents of one organization, parents first. */
export interface Library {
  folders: Folder[];
  documents: Document[];
}

/** The publishing house, with `count` documents. */
export function publisherLibrary(random: Random, count: number): Library {
  const folders = foldersOf(random, PUBLISHER_FOLDERS);
  const ofBooks = BOOKS.flatMap(([book, slug]) =>
    BOOK_DOCUMENTS.map(([title, suffix]) => ({
      documentId: `${slug}/${suffix}`,
      documentName: `${book}: ${title}`,
      folderId: random.pick(folders).folderId,
      createdAt: timeBetween(random, "2024-02-01", "2026-07-01"),
      extra: bookFields(random, book),
    })),
  );
  const ofTheHouse = HOUSE_DOCUMENTS.map(([documentName, documentId]) => ({
    documentId,
    documentName,
    folderId: random.chance(0.5) ? random.pick(folders).folderId : undefined,
    createdAt: timeBetween(random, "2024-02-01", "2026-07-01"),
  }));
  return { folders, documents: [...ofTheHouse, ...random.sample(ofBooks, count - ofTheHouse.length)] };
}

/** The closed magazine. */
export function magazineLibrary(random: Random): Library {
  const folders = foldersOf(random, MAGAZINE_FOLDERS);
  const documents = SUBJECTS.flatMap(([subject, slug]) =>
    FORMS.map(([form, suffix]) => ({
      documentId: `${slug}.${suffix}`,
      documentName: `${subject} (${form})`,
      folderId: random.chance(0.9) ? random.pick(folders).folderId : undefined,
      createdAt: timeBetween(random, "2022-01-10", "2023-11-20"),
    })),
  );
  return { folders, documents };
}

/** Typical custom fields: flat, listed and nested. */
function bookFields(random: Random, book: string): Record<string, unknown> | undefined {
  if (random.chance(0.5)) return undefined;
  return {
    status: random.pick(["draft", "in review", "approved", "printed"]),
    tags: random.chance(0.4)
      ? random.sample(["2026", "translation", "urgent", "عربي", "日本語", "debut"], 2)
      : undefined,
    book: random.chance(0.3) ? { title: book, pages: 80 + random.below(600) } : undefined,
  };
}

/** Creates folders from their paths. Like those of real customers, ids follow the path, the name or nothing. */
function foldersOf(random: Random, paths: readonly string[]): Folder[] {
  const idOfPath = new Map<string, string>();
  return paths.map((path) => {
    const names = path.split(" / ");
    const folderName = names.at(-1) ?? path;
    const parentFolderId = idOfPath.get(names.slice(0, -1).join(" / ")) ?? "root";
    const folderId = folderIdOf(random, path, folderName, new Set(idOfPath.values()));
    idOfPath.set(path, folderId);
    return { folderId, folderName, parentFolderId };
  });
}

function folderIdOf(random: Random, path: string, folderName: string, takenIds: ReadonlySet<string>): string {
  if (random.chance(0.2)) return `fld_${random.base62(16)}`;
  if (random.chance(0.2) && !takenIds.has(folderName)) return folderName;
  return path
    .toLowerCase()
    .replaceAll(" / ", "/")
    .replace(/[\s’&,]+/gu, "-");
}
