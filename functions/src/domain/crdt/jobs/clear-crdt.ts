import { clearCrdt } from "#domain/crdt/jobs";
import { clearEditors } from "#domain/crdt/store/deletion";
import { job } from "#src/job";

/** Keeps editors that were written since `until`. */
export default job(clearCrdt, (context, { collection, until }) => clearEditors(context, collection, until));
