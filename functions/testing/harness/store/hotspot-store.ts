import { ForwardingStore } from "#store/forwarding-store";

/** Makes a store count as one with hotspots, so that the writes of busy tenants are spread over ranges. */
export class HotspotStore extends ForwardingStore {
  override readonly hasHotspots = true;
}
