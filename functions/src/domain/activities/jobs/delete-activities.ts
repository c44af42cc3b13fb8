import { deleteActivities } from "#domain/activities/jobs";
import { deleteAllActivities } from "#domain/activities/store/deletion";
import { job } from "#src/job";

/** Activities that are newer than `until` are kept. */
export default job(deleteActivities, ({ store }, { organization, ...selection }) =>
  deleteAllActivities(store, organization, selection),
);
