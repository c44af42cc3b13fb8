import { ForwardingStore } from "#store/forwarding-store";

/** The store as one with hotspots, where what busy tenants write is spread over ranges. */
export class HotspotStore extends ForwardingStore {
  override readonly hasHotspots = true;
}
