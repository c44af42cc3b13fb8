import { buildClient } from "./build-client.ts";
import { npmPack, type PackedPackage } from "./npm-pack.ts";

/** Builds the client and packs it. @param folder receives the packed file; it is created if it does not exist. */
export async function packClient(folder: string): Promise<PackedPackage> {
  return npmPack(buildClient, folder);
}
