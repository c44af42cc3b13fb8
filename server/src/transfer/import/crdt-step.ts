import { randomInt } from "node:crypto";
import type { WriteCall } from "@atrium/functions/call";
import { packContent } from "@atrium/functions/domain/crdt/content";
import { newCrdt, restoreCrdt } from "@atrium/functions/domain/crdt/store/changes";
import { namesInState } from "@atrium/functions/domain/crdt/store/content-names";
import { editorPath, type NewCrdt, type StoredCrdt, toInline } from "@atrium/functions/domain/crdt/store/editors";
import type { ReplacedCrdt } from "@atrium/functions/domain/crdt/store/replacement";
import { writeContent } from "@atrium/functions/domain/crdt/yjs-document";
import { ApiError } from "@atrium/functions/platform/error";
import type { Fields } from "../records.ts";
import { NeedsPreparation, placeSteps, type Step } from "./step.ts";

/**
 * Imports the content of an editor. Content too large for one stored document is split into chunks, in separate
 * transactions.
 */
export function crdtStep(call: WriteCall, fields: Fields<"crdt">): Step {
  const { organizationId, documentId, editorId } = fields;
  const place = placeSteps(call, { organizationId, documentId });
  const path = editorPath(call, fields);
  const next = (previousCrdt: ReplacedCrdt | undefined): NewCrdt => {
    const lastUpdate = fields.lastUpdate ?? previousCrdt?.data.lastUpdate ?? call.now();
    return { ...stateOf(fields, previousCrdt), lastUpdate, lastUpdatedBy: fields.lastUpdatedBy };
  };
  let isWritten = false;
  return {
    path,
    reads: [...place.reads, path],
    apply(view) {
      place.check(view);
      if (isWritten) return;
      const storedCrdt = view.get<StoredCrdt>(path);
      const isInParts = storedCrdt?.generation !== undefined || storedCrdt?.log !== undefined;
      const inline = isInParts
        ? undefined
        : toInline(call, withNames(call, next(storedCrdt && toReplacedCrdt(storedCrdt))));
      if (inline) return view.put(path, inline);
      throw new NeedsPreparation(async () => {
        await restoreCrdt(call, { organizationId, documentId, editorId }, next);
        isWritten = true;
      });
    },
  };
}

function withNames({ store }: WriteCall, state: NewCrdt): NewCrdt {
  return store.findsNamed ? { ...state, named: namesInState(state) } : state;
}

function toReplacedCrdt(data: StoredCrdt): ReplacedCrdt {
  return { data, update: [data.update ?? ""] };
}

/** The Yjs state of the line; if it has none, the stored state changed by operations, or a new state. */
function stateOf(fields: Fields<"crdt">, previousCrdt: ReplacedCrdt | undefined): NewCrdt {
  const { type, contentKey, data, update } = fields;
  const content = { type, contentKey, data };
  const isSameKind = previousCrdt?.data.type === type && previousCrdt.data.contentKey === contentKey;
  const client = fields.client ?? (isSameKind ? previousCrdt.data.client : randomInt(2 ** 32));
  const base = update ?? (isSameKind ? previousCrdt.update.join("") : undefined);
  if (base === undefined) return newCrdt(content, client);
  const bytes = writtenState({ update: Buffer.from(base, "base64"), client }, content);
  return { type, contentKey, client, content: packContent(data), update: Buffer.from(bytes).toString("base64") };
}

function writtenState(...input: Parameters<typeof writeContent>): Uint8Array {
  try {
    return writeContent(...input);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError("INVALID_ARGUMENT", "update must be a Yjs document.");
  }
}
