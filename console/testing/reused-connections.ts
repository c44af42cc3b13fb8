/**
 * For `route.fetch` of a test that passes a request on: the server may close a connection in the moment in which it is used again,
 * and then the request is sent once more, as browsers do.
 */
export const onReusedConnections = { maxRetries: 3 };
