import { imageOfStore } from "./store/test-store.ts";
import { type World, type WorldImage, type WorldOptions, world } from "./world.ts";

/**
 * A function that creates worlds with the same data. The data is written once per process, because writing takes longer
 * than most calls; each world gets a copy. A store that a test wraps sees the writes, unless `isImageWrapped` waives
 * that.
 */
export function worldsWith(fill: (w: World) => Promise<unknown>): (options?: WorldOptions) => Promise<World> {
  let image: Promise<WorldImage> | undefined;
  return async (options = {}) => {
    if (!options.wrapStore || options.isImageWrapped) {
      image ??= imageOf(fill);
      return world({ ...options, image: await image });
    }
    const w = await world(options);
    await fill(w);
    return w;
  };
}

async function imageOf(fill: (w: World) => Promise<unknown>): Promise<WorldImage> {
  const worlds: World[] = [];
  const content = await imageOfStore(async (store) => {
    const w = await world({ wrapStore: () => store });
    await fill(w);
    worlds.push(w);
  });
  const [w] = worlds;
  if (!w) throw new Error("The image has no world.");
  return { content, tenant: w.tenant };
}
