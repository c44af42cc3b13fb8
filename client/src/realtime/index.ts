export { createClient, type RealtimeClient } from "./create-client.ts";
export type { DocumentEvent, Subscription } from "./document-feed.ts";
export type { DocumentConnection, DocumentPlace, LiveDocument, PresenceFields } from "./live-document.ts";
export { AtriumProvider, type ProviderEvents, type ProviderOptions, type ProviderState } from "./provider.ts";
export type { Socket, SocketClass } from "./socket-link.ts";
