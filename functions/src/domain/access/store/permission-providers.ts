import type { ProviderAnswer } from "#domain/access/decide-access";
import type { CheckSignature, ProviderQuestion, ProviderVerdict } from "#domain/access/permission-provider";
import { isSignatureOf } from "#domain/access/provider-signature";
import { withDefaults } from "#domain/configs/merge-config";
import { permissionProviderDefaults } from "#domain/configs/permission-provider-config";
import { loadConfig } from "#domain/configs/store/configs";
import { batchesOf, inParallel } from "#platform/async/parallel";
import { shortHash } from "#platform/crypto/short-hash";
import { type CacheSurroundings, type TtlCache, ttlCache } from "#platform/ttl-cache";
import type { KeyCall } from "#src/call";
import { processPart } from "#src/context";
import type { StoreReader } from "#store/port";
import { NeedsPreparation } from "#store/preparation";
import { askProvider, type ProviderFailure, type ProviderTarget } from "./provider-call.ts";
import { OUTAGE, ProviderOutages } from "./provider-outages.ts";

/** TTL of configurations and of providers' answers, in ms. */
const TTL = 60_000;
/** TTL of a question that a provider has not answered, in ms. */
const FAILED_TTL = OUTAGE;
/**
 * Minimum TTL of an answer, in ms, so that the transaction that needs it finds it. Its expiry is checked separately.
 */
const SHORTEST_TTL = 1000;
/** Maximum number of questions in one call to a provider. */
const QUESTIONS_AT_ONCE = 50;
const MAX_ANSWERS = 20_000;
const MAX_TARGETS = 10_000;

const NO_ANSWER: ProviderAnswer = { answer: undefined };

/** A cached answer. `settled` is set as soon as the provider has given it. */
interface Answer {
  promise: Promise<ProviderAnswer>;
  settled?: ProviderAnswer;
}

/** Questions to a provider, with the provider's id in this process and a cache key for each question. */
interface ProviderQuestions {
  target: ProviderTarget;
  providerId: string;
  questions: readonly ProviderQuestion[];
  keys: readonly string[];
}

/** A question that has not been sent to the provider yet. */
interface Open {
  question: ProviderQuestion;
  answer: Answer;
  /** Settles the answer, unless it is already settled. */
  settle(verdict: ProviderVerdict): void;
}

/**
 * Asks the customers' permission providers and caches their answers. It asks about a user and resource at most once a
 * minute, concurrent questions share one call, and a failure applies to all. Without an answer, access is denied.
 */
class PermissionProviders {
  readonly #targets: TtlCache<Promise<ProviderTarget | undefined>>;
  readonly #answers: TtlCache<Answer>;
  readonly #outages: ProviderOutages;

  constructor(process: CacheSurroundings) {
    this.#targets = ttlCache(process, { name: "permission-provider-targets", max: MAX_TARGETS, ttl: TTL });
    this.#answers = ttlCache(process, { name: "permission-provider-answers", max: MAX_ANSWERS, ttl: TTL });
    this.#outages = new ProviderOutages(process);
  }

  /** The provider of the API key; undefined when it uses none. At most one read per 60 s. */
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

  /** Drops the cached configuration of the API key in all processes of the machine. Call it after a change. */
  forget({ apiKey }: KeyCall): void {
    this.#targets.deleteEverywhere([apiKey.apiKeyId]);
  }

  /**
   * Asks the provider. A transaction does not wait for it and uses cached answers only.
   * @returns an answer for each question, in order.
   * @throws NeedsPreparation in a transaction that needs an answer which is not cached yet.
   */
  async ask(
    reader: StoreReader,
    call: KeyCall,
    target: ProviderTarget,
    questions: readonly ProviderQuestion[],
  ): Promise<ProviderAnswer[]> {
    const providerId = shortHash(JSON.stringify([target.apiKeyId, target.url, target.authToken]));
    const keys = questions.map(({ userId, resource }) =>
      JSON.stringify([providerId, userId, resource.type, resource.organizationId, resource.id]),
    );
    const inquiry = { target, providerId, questions, keys };
    if (!reader.isTransaction) return this.#ask(call, inquiry);
    const isOut = this.#outages.isOut(providerId);
    return keys.map((key) => {
      const settled = this.#answers.get(key)?.settled ?? (isOut ? NO_ANSWER : undefined);
      if (!settled) throw new NeedsPreparation(async () => void (await this.#ask(call, inquiry)));
      return settled;
    });
  }

  async #ask(call: KeyCall, inquiry: ProviderQuestions): Promise<ProviderAnswer[]> {
    const { providerId, questions, keys } = inquiry;
    const isOut = this.#outages.isOut(providerId);
    const uncached: Open[] = [];
    const answers = questions.map((question, i) => {
      const key = keys[i] as string;
      const cached = this.#answers.get(key);
      if (cached) return cached.promise;
      if (isOut) return NO_ANSWER;
      const open = this.#open(call, providerId, key, question);
      uncached.push(open);
      return open.answer.promise;
    });
    const all = Promise.all(answers);
    if (uncached.length === 0) return all;
    const ended = this.#outages.ask(providerId);
    const batches = batchesOf(uncached, QUESTIONS_AT_ONCE);
    const asking = inParallel(batches, (batch) => this.#askBatch(call, inquiry, batch)).finally(ended);
    // An outage may settle all answers before the calls made here have ended.
    return Promise.race([all, asking.then(() => all)]);
  }

  #open(call: KeyCall, providerId: string, key: string, question: ProviderQuestion): Open {
    const { promise, resolve } = Promise.withResolvers<ProviderAnswer>();
    const answer: Answer = { promise };
    this.#answers.set(key, answer);
    const settle = (verdict: ProviderVerdict) => {
      if (answer.settled) return;
      endWait();
      answer.settled = { answer: verdict };
      resolve(answer.settled);
      this.#limitTtl(key, answer, ttlOf(verdict, call.now()));
    };
    const endWait = this.#outages.wait(providerId, { giveUp: () => settle(undefined) });
    return { question, answer, settle };
  }

  async #askBatch(call: KeyCall, { target, providerId }: ProviderQuestions, batch: readonly Open[]): Promise<void> {
    if (batch.every(({ answer }) => answer.settled)) return;
    const questions = batch.map(({ question }) => question);
    const isSigned: CheckSignature = (entries, signature) => isSignatureOf(call, entries, signature);
    const reply = await askProvider(call.outbound, target, questions, isSigned).catch(
      (error: Error): ProviderFailure => ({ failure: error.message }),
    );
    const { failure, isOut = false } = "failure" in reply ? reply : {};
    if (failure !== undefined)
      call.log.warn({ apiKey: call.apiKey.apiKeyId, failure }, "the permission provider gave no answer");
    if (isOut) this.#outages.begin(providerId);
    else this.#outages.end(providerId);
    batch.forEach(({ settle }, i) => {
      settle("failure" in reply ? undefined : reply[i]);
    });
  }

  /** Limits the lifetime of a cached answer. @param maxTtl ms. */
  #limitTtl(key: string, answer: Answer, maxTtl: number): void {
    const ttl = Math.floor(maxTtl) - 1;
    if (this.#answers.peek(key) !== answer || ttl >= this.#answers.getRemainingTTL(key)) return;
    this.#answers.set(key, answer, { ttl: Math.max(ttl, SHORTEST_TTL) });
  }
}

/** TTL of a verdict, in ms. @param now ms since 1970. */
function ttlOf(verdict: ProviderVerdict, now: number): number {
  if (!verdict) return FAILED_TTL;
  return verdict.expiresAt === undefined ? Number.POSITIVE_INFINITY : verdict.expiresAt * 1000 - now;
}

async function loadTarget(call: KeyCall): Promise<ProviderTarget | undefined> {
  const config = (await loadConfig(call.store, call, "permissionProvider")) ?? {};
  const { usePermissionProvider, permissionProviderConfig } = withDefaults(permissionProviderDefaults, config);
  const { permissionProviderUrl: url = "", authToken = "" } = permissionProviderConfig;
  return usePermissionProvider ? { apiKeyId: call.apiKey.apiKeyId, url, authToken } : undefined;
}

/** The permission providers of the process, with their caches. */
export const permissionProviders = processPart((context) => new PermissionProviders(context));
