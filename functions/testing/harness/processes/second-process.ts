import { type ReadSigningKeys, SigningKeys } from "#domain/tokens/signing-keys";
import { createServe } from "#http/serve";
import { createContext } from "#src/context";
import { callEndpoints } from "#src/endpoints";
import { World } from "#testing/harness/world";

/**
 * Another process over the data and the clock of `w`, which learns of changes only by reading. `w` moves the clock.
 * @param readKeys source of its signing keys; missing: always those of `w`.
 * @param store its own connection to the data; missing: it shares that of `w`.
 */
export function secondProcess(w: World, readKeys?: ReadSigningKeys, store = w.context.store): World {
  // Through one connection, each would take the other's commits for its own.
  if (store === w.context.store) store.lastForeignCommit = () => undefined;
  const signingKeys = readKeys && new SigningKeys(readKeys, w.context.now, w.context.monotonic);
  const context = createContext({
    ...w.context,
    store,
    userTokenKeys: () => signingKeys?.current() ?? w.context.userTokenKeys(),
  });
  const serve = createServe(context, callEndpoints);
  return new World({
    context,
    tenant: w.tenant,
    logged: w.logged,
    receivers: w.receivers,
    clock: { now: w.context.now(), monotonic: w.context.monotonic() },
    serve,
  });
}
