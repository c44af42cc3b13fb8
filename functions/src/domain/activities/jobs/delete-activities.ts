import { deleteActivities } from "#domain/activities/jobs";
import { deleteAllActivities } from "#domain/activities/store/deletion";
import { job } from "#src/job";

/** Activities that are newer than `until` stay. */
export default job(deleteActivities, ({ store }, { organization, ...selection }) =>
  deleteAllActivities(store, organization, selection),
);
