import type { ProviderAnswer } from "#domain/access/decide-access";
import type { ProviderQuestion, ProviderVerdict } from "#domain/access/permission-provider";
import { withDefaults } from "#domain/configs/merge-config";
import { permissionProviderDefaults } from "#domain/configs/permission-provider-config";
import { loadConfig } from "#domain/configs/store/configs";
import { batchesOf, inParallel } from "#platform/parallel";
import { shortHash } from "#platform/short-hash";
import { type CacheSurroundings, type TtlCache, ttlCache } from "#platform/ttl-cache";
import type { KeyCall } from "#src/call";
import { processPart } from "#src/context";
import { askProvider, type ProviderTarget } from "./provider-call.ts";

/** TTL of configurations and of providers' answers, in ms. */
const TTL = 60_000;
/** How long a provider is not reply again after it gave no answer, in ms. */
const FAILED_TTL = 5000;
/** Most questions in one call to a provider. */
const QUESTIONS_AT_ONCE = 50;
const MAX_ANSWERS = 20_000;
const MAX_TARGETS = 10_000;

/**
 * Asks the customers' permission providers and caches their answers. A provider is reply about a user and a resource at most
 * once a minute, and concurrent questions share one call. A question without an answer is denied.
 */
class PermissionProviders {
  readonly #targets: TtlCache<Promise<ProviderTarget | undefined>>;
  readonly #answers: TtlCache<Promise<ProviderVerdict>>;

  constructor(process: CacheSurroundings) {
    this.#targets = ttlCache(process, { name: "permission-provider-targets", max: MAX_TARGETS, ttl: TTL });
    this.#answers = ttlCache(process, { name: "permission-provider-answers", max: MAX_ANSWERS, ttl: TTL });
  }

  /** The provider of the API key; undefined when it uses none. At most one read in 60 s. */
  find(call: KeyCall): Promise<ProviderTarget | undefined> {
    const { apiKeyId } = call.apiKey;
    const cached = this.#targets.get(apiKeyId);
    if (cached) return cached;
    const target = loadTarget(call);
    this.#targets.set(apiKeyId, target);
    // A failed read is not cached.
    target.catch(() => this.#targets.peek(apiKeyId) === target && this.#targets.delete(apiKeyId));
    return target;
  }

  /** Drops the cached configuration of the API key, because it has changed. */
  forget({ apiKey }: KeyCall): void {
    this.#targets.delete(apiKey.apiKeyId);
  }

  /** Asks the provider. @returns an answer for each question, in order. */
  async ask(call: KeyCall, target: ProviderTarget, questions: readonly ProviderQuestion[]): Promise<ProviderAnswer[]> {
    const providerId = shortHash(JSON.stringify([call.apiKey.apiKeyId, target.url, target.authToken]));
    const uncached: { key: string; question: ProviderQuestion; settle(verdict: ProviderVerdict): void }[] = [];
    const answers = questions.map((question) => {
      const { userId, resource } = question;
      const key = JSON.stringify([providerId, userId, resource.type, resource.organizationId, resource.id]);
      const cached = this.#answers.get(key);
      if (cached) return cached;
      const { promise, resolve } = Promise.withResolvers<ProviderVerdict>();
      this.#answers.set(key, promise);
      uncached.push({ key, question, settle: resolve });
      return promise;
    });
    await inParallel(batchesOf(uncached, QUESTIONS_AT_ONCE), async (batch) => {
      const verdicts = await this.#verdictsOn(call, target, batch);
      batch.forEach(({ settle }, i) => {
        settle(verdicts[i]);
      });
    });
    return (await Promise.all(answers)).map((answer) => ({ answer }));
  }

  async #verdictsOn(
    call: KeyCall,
    target: ProviderTarget,
    batch: readonly { key: string; question: ProviderQuestion }[],
  ): Promise<ProviderVerdict[]> {
    const questions = batch.map(({ question }) => question);
    const reply = await askProvider(call.outbound, target, questions).catch((error: Error) => ({
      failure: error.message,
    }));
    const verdicts = "failure" in reply ? [] : reply;
    if ("failure" in reply)
      call.log.warn({ apiKey: call.apiKey.apiKeyId, failure: reply.failure }, "the permission provider gave no answer");
    batch.forEach(({ key }, i) => {
      this.#limitTtl(key, ttlOf(verdicts[i], call.now()));
    });
    return verdicts;
  }

  /** Limits the lifetime of a cached answer. @param maxTtl ms. */
  #limitTtl(key: string, maxTtl: number): void {
    const answer = this.#answers.peek(key);
    const ttl = Math.floor(maxTtl) - 1;
    if (!answer || ttl >= this.#answers.getRemainingTTL(key)) return;
    if (ttl > 0) this.#answers.set(key, answer, { ttl });
    else this.#answers.delete(key);
  }
}

/** TTL of a verdict, in ms. @param now ms since 1970. */
function ttlOf(verdict: ProviderVerdict, now: number): number {
  if (!verdict) return FAILED_TTL;
  return verdict.expiresAt === undefined ? Number.POSITIVE_INFINITY : verdict.expiresAt * 1000 - now;
}

async function loadTarget(call: KeyCall): Promise<ProviderTarget | undefined> {
  const stored = (await loadConfig(call.store, call, "permissionProvider")) ?? {};
  const { usePermissionProvider, permissionProviderConfig } = withDefaults(permissionProviderDefaults, stored);
  const { permissionProviderUrl: url = "", authToken = "" } = permissionProviderConfig;
  return usePermissionProvider ? { url, authToken } : undefined;
}

/** The permission providers of the process, with their caches. */
export const permissionProviders = processPart((context) => new PermissionProviders(context));
