/** Name of the operation at a path, such as `v2-users-add`: that of the function which serves it in the cloud. */
export function operationId(path: string): string {
  return path.slice(1).toLowerCase().replaceAll(/[/_]/g, "-");
}
