import { openCloudService, shareOpening } from "./cloud/context.ts";
import { declaredFunction } from "./cloud/declared-function.ts";
import { endpointTable } from "./cloud/endpoint-table.ts";
import { exportTree, functionPlaces } from "./cloud/function-names.ts";
import { jobFunction } from "./cloud/job-function.ts";
import { scheduleFunctions } from "./cloud/schedules.ts";
import { unknownPathFunction } from "./cloud/unknown-path-function.ts";
import { declaredJobs } from "./jobs.ts";
import { queueIds } from "./queue/cloud-tasks-request.ts";

/** The one function that this process serves; undefined when the Firebase tools list all functions. */
const own = process.env.FUNCTION_TARGET;
const serves = (place: readonly string[]) => own === undefined || own === place.join(".");

const service = shareOpening(openCloudService);
const table = Object.entries(endpointTable);
const places = functionPlaces(table.map(([path, { instance }]) => ({ path, instance })));
const endpoints = table.flatMap(([path, entry]) => {
  const place = places.get(path) ?? [];
  return serves(place) ? [[place, declaredFunction(path, entry, { service, isOwn: own !== undefined })] as const] : [];
});
const tasks = declaredJobs.flatMap((job) =>
  queueIds(job).flatMap((queue) => {
    const place = queue.split("-");
    return serves(place) ? [[place, jobFunction(job, service)] as const] : [];
  }),
);

/**
 * A function for each endpoint, such as `v2-users-add`, and one for each queue of each job, such as `jobs-purge`. A test
 * tells when an endpoint stands outside of the names that are listed here.
 */
export const { v1, v2, home, health, jwks, stream, jobs } = exportTree([...endpoints, ...tasks]);
/** Scheduled functions, such as `schedules-tasks`. */
export const schedules = scheduleFunctions(service);
/** The function of every path that is no endpoint. */
export const notfound = unknownPathFunction();
