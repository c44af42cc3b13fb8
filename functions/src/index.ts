import { openCloudService, openedOnce } from "./cloud/context.ts";
import { endpointFunction } from "./cloud/endpoint-function.ts";
import { endpointTable } from "./cloud/endpoint-table.ts";
import { exportPlaces, exportTree } from "./cloud/function-names.ts";
import { jobFunction } from "./cloud/job-function.ts";
import { openFunctions } from "./cloud/open-functions.ts";
import { scheduleFunctions } from "./cloud/schedules.ts";
import { declaredJobs } from "./jobs.ts";

/** The one function that this process serves; undefined when the Firebase tools list all functions. */
const own = process.env.FUNCTION_TARGET;
const serves = (place: readonly string[]) => own === undefined || own === place.join(".");

const service = openedOnce(openCloudService);
const places = exportPlaces(Object.keys(endpointTable));
const endpoints = Object.entries(endpointTable).flatMap(([path, entry]) => {
  const place = places.get(path) ?? [];
  return serves(place) ? [[place, endpointFunction(path, entry, { service, isOwn: own !== undefined })] as const] : [];
});
const tasks = declaredJobs.flatMap((job) => {
  const place = ["jobs", ...job.name.split("-")];
  return serves(place) ? [[place, jobFunction(job, service)] as const] : [];
});

/** A function for each endpoint, such as `v2-users-add`, and one with its queue for each job, such as `jobs-purge`. */
export const { v1, v2, jobs } = exportTree([...endpoints, ...tasks]);
/** Scheduled functions, such as `schedules-tasks`. */
export const schedules = scheduleFunctions(service);
/** Functions that need no API key, and the streams of users. */
export const { health, jwks, stream } = openFunctions(service);
