// Runs in the browser: the editor `title`, whose copy y-indexeddb keeps in the browser. A test uses it as `stored`.
import { IndexeddbPersistence } from "y-indexeddb";
import * as Y from "yjs";
import { AtriumProvider, createClient } from "../src/realtime/index.ts";

/** Opens the editor of a document. */
async function openEditor(baseUrl: string, userToken: string, place: { organizationId: string; documentId: string }) {
  const ydoc = new Y.Doc();
  const copy = new IndexeddbPersistence("title", ydoc);
  const provider = new AtriumProvider(createClient({ baseUrl, userToken }).document(place), "title", ydoc);
  await copy.whenSynced;
  return { provider, text: ydoc.getText("content"), copiedUpdates: () => countUpdates(copy) };
}

/** How many updates the browser has stored: y-indexeddb does not say when it has stored one. */
function countUpdates({ db }: IndexeddbPersistence): Promise<number> {
  return new Promise((resolve, reject) => {
    if (!db) throw new Error("The database is not open.");
    const request = db.transaction("updates").objectStore("updates").count();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

Object.assign(globalThis, { openEditor });
