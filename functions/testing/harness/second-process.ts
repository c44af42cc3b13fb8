import { FolderGuesses } from "#domain/access/store/ancestor-cache";
import { PermissionProviders } from "#domain/access/store/permission-providers";
import { type ReadSigningKeys, SigningKeys } from "#domain/tokens/signing-keys";
import { CredentialCache } from "#http/auth/credentials";
import { Revocations } from "#http/auth/revocations";
import { UserTokenCache } from "#http/auth/user-tokens";
import { RateLimits } from "#http/rate-limit";
import { createServe } from "#http/serve";
import type { Context } from "#src/context";
import { endpoints } from "#src/endpoints";
import { World } from "./world.ts";

/**
 * Another process over the data and the clock of `w`: it learns of changes only by reading. The clock is moved by `w`.
 * @param readKeys where it reads its signing keys; missing: they are those of `w` for good.
 */
export function secondProcess(w: World, readKeys?: ReadSigningKeys): World {
  const signingKeys = readKeys && new SigningKeys(readKeys, w.context.now, w.context.monotonic);
  const context: Context = {
    ...w.context,
    userTokenKeys: () => signingKeys?.current() ?? w.context.userTokenKeys(),
    credentials: new CredentialCache(w.context.monotonic),
    userTokens: new UserTokenCache(),
    rateLimits: new RateLimits({ apiKey: 0, user: 0, allUsers: 0, workspace: 0, public: 0 }),
    revocations: new Revocations(),
    permissionProviders: new PermissionProviders(),
    folderGuesses: new FolderGuesses(),
  };
  const serve = createServe(context, endpoints);
  return new World({
    context,
    tenant: w.tenant,
    logged: w.logged,
    receivers: w.receivers,
    clock: { now: w.context.now(), monotonic: w.context.monotonic() },
    serve,
  });
}
