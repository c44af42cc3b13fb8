/** What the Cloud Function of an endpoint has, where the usual does not do. */
export interface Instance {
  /** Its name, where it does not follow from the path: dots between the segments. */
  name?: string;
  memory?: "512MiB" | "1GiB";
  /** Requests at once of one instance. */
  concurrency?: number;
  timeoutSeconds?: number;
  /** Set where it answers also while the secrets of the deployment are missing. */
  withoutSecrets?: true;
}
