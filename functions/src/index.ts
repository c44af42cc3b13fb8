import { openCloudService, shareOpening } from "./cloud/context.ts";
import { declaredFunction } from "./cloud/declared-function.ts";
import { endpointTable } from "./cloud/endpoint-table.ts";
import { functionGroups, groupPlace } from "./cloud/function-groups.ts";
import { exportTree, functionPlaces } from "./cloud/function-names.ts";
import { groupFunction } from "./cloud/group-function.ts";
import { jobFunction } from "./cloud/job-function.ts";
import { scheduleFunctions } from "./cloud/schedules.ts";
import { unknownPathFunction } from "./cloud/unknown-path-function.ts";
import { declaredJobs } from "./jobs.ts";
import { queueIds } from "./queue/cloud-tasks-request.ts";

/** The one function that this process serves; undefined when the Firebase tools list all functions. */
const own = process.env.FUNCTION_TARGET;
const serves = (place: readonly string[]) => own === undefined || own === place.join(".");

const service = shareOpening(openCloudService);
const isOwn = own !== undefined;
// The emulators have functions of both forms, so that either firebase.json works with whichever form was built last.
const isEmulated = process.env.FUNCTIONS_EMULATOR === "true";
// The build replaces this expression with a constant.
const isGrouped = process.env.ATRIUM_FUNCTIONS === "grouped";
const table = Object.entries(endpointTable);
const grouped =
  isGrouped || isEmulated ? functionGroups(table.map(([path, entry]) => ({ path, ...entry }))) : new Map();
const groups = [...grouped].flatMap(([name, entries]) => {
  const place = groupPlace(name);
  return serves(place) ? [[place, groupFunction(entries, { service, isOwn })] as const] : [];
});
const places = functionPlaces(table.map(([path, { instance }]) => ({ path, instance })));
const endpoints = table.flatMap(([path, entry]) => {
  const place = places.get(path) ?? [];
  if (!serves(place) || (isGrouped && !isEmulated && entry.kind === "call")) return [];
  return [[place, declaredFunction(path, entry, { service, isOwn })] as const];
});
const tasks = declaredJobs.flatMap((job) =>
  queueIds(job).flatMap((queue) => {
    const place = queue.split("-");
    return serves(place) ? [[place, jobFunction(job, service)] as const] : [];
  }),
);

/**
 * A function for each endpoint, such as `v2-users-add`, or for each group of them, such as `api-users`, and one for
 * each queue of each job, such as `jobs-purge`. A test fails if an endpoint's name is not below one of the names listed
 * here.
 */
export const { v1, v2, api, home, health, jwks, mail, stream, jobs } = exportTree([...endpoints, ...groups, ...tasks]);
/** Scheduled functions, such as `schedules-tasks`. */
export const schedules = scheduleFunctions(service);
/** The function of every path without an endpoint. */
export const notfound = unknownPathFunction();
