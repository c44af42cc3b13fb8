/**
 * Options for `route.fetch` in a test that forwards a request. The server may close a kept-alive connection just as it
 * is reused; like a browser, the test then sends the request again.
 */
export const onReusedConnections = { maxRetries: 3 };
