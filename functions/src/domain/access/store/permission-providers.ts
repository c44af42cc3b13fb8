import type { ProviderAnswer } from "#domain/access/decide-access";
import type { ProviderQuestion, ProviderVerdict } from "#domain/access/permission-provider";
import { overDefaults } from "#domain/configs/merge-config";
import { permissionProviderDefaults } from "#domain/configs/permission-provider-config";
import { loadConfig } from "#domain/configs/store/configs";
import { batchesOf, inParallel } from "#platform/parallel";
import { shortHash } from "#platform/short-hash";
import { type TtlCache, ttlCache } from "#platform/ttl-cache";
import type { KeyCall } from "#src/call";
import { processPart } from "#src/context";
import { askProvider, type ProviderTarget } from "./provider-call.ts";

/** How long a configuration, and what a provider said, hold without asking again, in ms. */
const TTL = 60_000;
/** How long nobody is asked again who gave no answer, in ms. */
const FAILED_TTL = 5000;
/** Most questions of one call to a provider. */
const QUESTIONS_AT_ONCE = 50;
const MAX_ANSWERS = 20_000;
const MAX_TARGETS = 10_000;

/**
 * The permission providers of customers, as one process knows them. A user and a resource are asked about once a minute at
 * most, and questions at the same time share one call. What is not answered is denied.
 */
class PermissionProviders {
  readonly #targets: TtlCache<Promise<ProviderTarget | undefined>>;
  readonly #answers: TtlCache<Promise<ProviderVerdict>>;

  /** @param monotonic clock in ms. */
  constructor(monotonic: () => number) {
    this.#targets = ttlCache(monotonic, { max: MAX_TARGETS, ttl: TTL });
    this.#answers = ttlCache(monotonic, { max: MAX_ANSWERS, ttl: TTL });
  }

  /** Where the API key's provider is asked; undefined when it uses none. At most one read in 60 s. */
  find(call: KeyCall): Promise<ProviderTarget | undefined> {
    const { apiKeyId } = call.apiKey;
    const known = this.#targets.get(apiKeyId);
    if (known) return known;
    const target = loadTarget(call);
    this.#targets.set(apiKeyId, target);
    // What could not be read is not remembered.
    target.catch(() => this.#targets.peek(apiKeyId) === target && this.#targets.delete(apiKeyId));
    return target;
  }

  /** Looks again next time: the API key's configuration was changed. */
  forget({ apiKey }: KeyCall): void {
    this.#targets.delete(apiKey.apiKeyId);
  }

  /** Answers in the order of the questions. */
  async ask(call: KeyCall, target: ProviderTarget, questions: readonly ProviderQuestion[]): Promise<ProviderAnswer[]> {
    const at = shortHash(JSON.stringify([call.apiKey.apiKeyId, target.url, target.authToken]));
    const unknown: { key: string; question: ProviderQuestion; settle(verdict: ProviderVerdict): void }[] = [];
    const answers = questions.map((question) => {
      const { userId, resource } = question;
      const key = JSON.stringify([at, userId, resource.type, resource.organizationId, resource.id]);
      const known = this.#answers.get(key);
      if (known) return known;
      const { promise, resolve } = Promise.withResolvers<ProviderVerdict>();
      this.#answers.set(key, promise);
      unknown.push({ key, question, settle: resolve });
      return promise;
    });
    await inParallel(batchesOf(unknown, QUESTIONS_AT_ONCE), async (batch) => {
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
    const asked = await askProvider(call.outbound, target, questions).catch((error: Error) => ({
      failure: error.message,
    }));
    const verdicts = "failure" in asked ? [] : asked;
    if ("failure" in asked)
      call.log.warn({ apiKey: call.apiKey.apiKeyId, failure: asked.failure }, "the permission provider gave no answer");
    batch.forEach(({ key }, i) => {
      this.#shorten(key, lifeOf(verdicts[i], call.now()));
    });
    return verdicts;
  }

  /** Lets an answer end within `life` ms. */
  #shorten(key: string, life: number): void {
    const answer = this.#answers.peek(key);
    const ttl = Math.floor(life) - 1;
    if (!answer || ttl >= this.#answers.getRemainingTTL(key)) return;
    if (ttl > 0) this.#answers.set(key, answer, { ttl });
    else this.#answers.delete(key);
  }
}

/** How long a verdict holds, in ms. @param now ms since 1970. */
function lifeOf(verdict: ProviderVerdict, now: number): number {
  if (!verdict) return FAILED_TTL;
  return verdict.expiresAt === undefined ? Number.POSITIVE_INFINITY : verdict.expiresAt * 1000 - now;
}

async function loadTarget(call: KeyCall): Promise<ProviderTarget | undefined> {
  const stored = (await loadConfig(call.store, call, "permissionProvider")) ?? {};
  const { usePermissionProvider, permissionProviderConfig } = overDefaults(permissionProviderDefaults, stored);
  const { permissionProviderUrl: url = "", authToken = "" } = permissionProviderConfig;
  return usePermissionProvider ? { url, authToken } : undefined;
}

/** The permission providers as the process knows them. */
export const permissionProviders = processPart(({ monotonic }) => new PermissionProviders(monotonic));
