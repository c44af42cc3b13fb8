import type { HttpsFunction } from "firebase-functions/v2/https";
import { endpointFunction } from "./cloud/endpoint-function.ts";
import { endpointTable } from "./cloud/endpoint-table.ts";
import { exportPlaces, exportTree } from "./cloud/function-names.ts";
import { jobFunction } from "./cloud/job-function.ts";
import { openFunctions } from "./cloud/open-functions.ts";
import { declaredJobs } from "./jobs.ts";

/** Which function this process serves; unknown to the Firebase tools, which want them all. */
const own = process.env.FUNCTION_TARGET;
const places = exportPlaces(Object.keys(endpointTable));
const tree = exportTree<HttpsFunction>(
  new Map(
    Object.entries(endpointTable).map(([path, entry]) => [
      path,
      endpointFunction(path, entry, places.get(path)?.join(".") === own),
    ]),
  ),
);

/** A function for each endpoint, such as `v2-users-add`. */
export const { v1, v2 } = tree;
/** A function with its queue for each job, such as `jobs-delete-folder`. */
export const jobs = exportTree(new Map(declaredJobs.map((job) => [job.name.replaceAll("-", "/"), jobFunction(job)])));
/** What runs by the clock, such as `schedules-tasks`. */
export { schedules } from "./cloud/schedules.ts";
/** What anybody may ask. */
export const { health, jwks } = openFunctions;
