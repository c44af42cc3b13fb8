/** Options of an endpoint's Cloud Function that differ from the common ones. */
export interface Instance {
  /** Its name, with dots between the segments. Default: derived from the path. */
  name?: string;
  memory?: "512MiB" | "1GiB";
  /** Maximum number of concurrent requests of one instance. */
  concurrency?: number;
  timeoutSeconds?: number;
  /** Set if it answers even while the secrets of the deployment are missing. */
  withoutSecrets?: true;
}
