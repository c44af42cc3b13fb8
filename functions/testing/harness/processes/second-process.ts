import { type ReadSigningKeys, SigningKeys } from "#domain/tokens/signing-keys";
import { createServe } from "#http/serve";
import { createContext } from "#src/context";
import { callEndpoints } from "#src/endpoints";
import { World } from "#testing/harness/world";

/**
 * Another process over the data and the clock of `w`, which learns of changes only by reading. Only `w` moves the
 * clock.
 * @param readKeys source of its signing keys; default: always those of `w`.
 * @param store its own connection to the data; default: that of `w`.
 */
export function secondProcess(w: World, readKeys?: ReadSigningKeys, store = w.context.store): World {
  // Over a shared connection, each process would take the other's commits for its own.
  if (store === w.context.store) store.foreignWrites = () => undefined;
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
