/** Longest that one request for a read may take, in ms. The client makes up to five of one, with a few seconds between. */
const READ_TIMEOUT = 8_000;
/** Longest that one commit may take, in ms: it may wait for the locks of others. */
const COMMIT_TIMEOUT = 20_000;

const read = { timeout_millis: READ_TIMEOUT, retry_codes_name: "none" };
const commit = { ...read, timeout_millis: COMMIT_TIMEOUT };

/**
 * How the client of Firestore is to behave below what it shows. Left alone, three layers of it repeat a request, one over
 * the other: a failed read of any kind goes out fifteen times within a minute, and a commit whose answer was lost is sent
 * again for ten minutes, which reports documents that it has created itself as existing, or a transaction that has been
 * applied as expired. Here the layers below repeat nothing: reads are repeated by the topmost layer alone, commits by us.
 */
export const clientSettings = {
  // Without it, streams are repeated by a layer that no setting reaches, whatever their failure is.
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
