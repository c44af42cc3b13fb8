/** Id of the operation at a path, such as `v2-users-add`: the name of the Cloud Function that serves it. */
export function operationId(path: string): string {
  return path.slice(1).toLowerCase().replaceAll(/[/_]/g, "-");
}
