/** Timeout of one read request, in ms. The client makes up to five attempts, a few seconds apart. */
const READ_TIMEOUT = 8_000;
/** Timeout of one commit, in ms: it may wait for the locks of other transactions. */
const COMMIT_TIMEOUT = 20_000;

const read = { timeout_millis: READ_TIMEOUT, retry_codes_name: "none" };
const commit = { ...read, timeout_millis: COMMIT_TIMEOUT };

/**
 * Turns off the retries of the client's lower layers: only its top layer retries reads, and we retry commits. By default
 * three layers retry, so that a failed read is sent fifteen times, and an unanswered commit for ten minutes: it then
 * reports the documents it has itself created as existing.
 */
export const clientSettings = {
  // Without this option, a layer without settings retries streams after any failure.
  gaxServerStreamingRetries: true,
  clientConfig: {
    interfaces: {
      "google.firestore.v1.Firestore": {
        retry_codes: { none: [] },
        methods: { BatchGetDocuments: read, RunQuery: read, RunAggregationQuery: read, Commit: commit, Rollback: read },
      },
    },
  },
};
