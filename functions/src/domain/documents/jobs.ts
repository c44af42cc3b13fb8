import * as z from "zod";
import { declareJob, untilDone } from "#queue/declare-job";

/** Deletes a folder and everything below it. `organization` is a path in the store. */
export const deleteFolder = declareJob({
  name: "delete-folder",
  payload: z.object({ organization: z.string(), folderId: z.string() }),
});

/** Rewrites the derived fields below folders that changed. Until it is done, reads return the previous values. */
export const rebuildFolders = declareJob({
  name: "rebuild-folders",
  payload: z.object({ organization: z.string(), folderIds: z.array(z.string()) }),
  retry: { ...untilDone, maxBackoff: 60_000 },
});
