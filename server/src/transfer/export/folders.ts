import { ROOT } from "@atrium/functions/domain/documents/folder";
import type { StoredFolder } from "@atrium/functions/domain/documents/store/folders";
import type { StoreReader } from "@atrium/functions/store/port";
import { type OutputRecord, pages, toRecord } from "./output-record.ts";
import { exportPeople } from "./people.ts";

/**
 * The folders of an organization with their members and grants, level by level, so that every folder comes after its parent.
 * @param ids collects the ids of exported folders.
 */
export async function* exportFolders(
  reader: StoreReader,
  organization: string,
  organizationId: string,
  ids: Set<string>,
): AsyncGenerator<OutputRecord> {
  const collection = `${organization}/folders`;
  for (let level = [ROOT]; level.length > 0; ) {
    const next: string[] = [];
    for (const parentFolderId of level) {
      const where = [{ field: "parentFolderId", op: "==" as const, value: parentFolderId }];
      for await (const { id: folderId, path, data } of pages<StoredFolder>(reader, { collection, where })) {
        ids.add(folderId);
        next.push(folderId);
        const { folderName, accessType, inheritAccessFromParent, createdAt, lastUpdated } = data;
        const own = inheritAccessFromParent ? undefined : (accessType ?? undefined);
        yield toRecord("folder", {
          organizationId,
          folderId,
          folderName,
          parentFolderId,
          accessType: own,
          createdAt,
          lastUpdated,
        });
        yield* exportPeople(reader, path, { organizationId, folderId });
      }
    }
    level = next;
  }
}
