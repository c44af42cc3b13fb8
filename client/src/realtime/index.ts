export { AtriumError, type ErrorCode, isAtriumError } from "../error.ts";
export { createClient, type RealtimeClient } from "./create-client.ts";
export type { DocumentEvent, Subscription } from "./document-feed.ts";
export type { DocumentConnection, DocumentPlace, LiveDocument, PresenceFields } from "./live-document.ts";
export { AtriumProvider } from "./provider.ts";
export type { ProviderEvents, ProviderOptions, ProviderState } from "./provider-options.ts";
export type { Socket, SocketClass } from "./socket-link.ts";
