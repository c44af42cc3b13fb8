import { clearCrdt } from "#domain/crdt/jobs";
import { clearEditors } from "#domain/crdt/store/deletion";
import { job } from "#src/job";

/** What was written since `until` stays. */
export default job(clearCrdt, (context, { collection, until }) => clearEditors(context, collection, until));
