import type { ProviderAnswer } from "#domain/access/decide-access";
import type { ProviderQuestion, ProviderVerdict } from "#domain/access/permission-provider";
import { overDefaults } from "#domain/configs/merge-config";
import { permissionProviderDefaults } from "#domain/configs/permission-provider-config";
import { loadConfig } from "#domain/configs/store/configs";
import { inParallel, pieces } from "#platform/parallel";
import { shortHash } from "#platform/short-hash";
import type { KeyCall } from "#src/call";
import { processPart } from "#src/context";
import { askProvider, type ProviderTarget } from "./provider-call.ts";

/** How long a configuration, and what a provider said, hold without asking again, in ms. */
const TTL = 60_000;
/** How long nobody is asked again who gave no answer, in ms. */
const FAILED_TTL = 5000;
/** Most questions of one call to a provider. */
export const QUESTIONS_AT_ONCE = 50;
const MAX_ANSWERS = 20_000;
const MAX_TARGETS = 10_000;

interface Entry<T> {
  value: Promise<T>;
  /** Ms, by the monotonic clock. */
  until: number;
}

/**
 * The permission providers of customers, as one process knows them. A user and a resource are asked about once a minute at
 * most, and questions at the same time share one call. What is not answered is denied.
 */
export class PermissionProviders {
  readonly #targets = new Map<string, Entry<ProviderTarget | undefined>>();
  readonly #answers = new Map<string, Entry<ProviderVerdict>>();

  /** Where the API key's provider is asked; undefined when it uses none. At most one read in 60 s. */
  find(call: KeyCall): Promise<ProviderTarget | undefined> {
    const { apiKeyId } = call.apiKey;
    const known = this.#targets.get(apiKeyId);
    if (known && known.until > call.monotonic()) return known.value;
    const entry = { value: loadTarget(call), until: call.monotonic() + TTL };
    keep(this.#targets, apiKeyId, entry, MAX_TARGETS);
    // What could not be read is not remembered.
    entry.value.catch(() => this.#targets.get(apiKeyId) === entry && this.#targets.delete(apiKeyId));
    return entry.value;
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
      if (known && known.until > call.monotonic()) return known.value;
      const { promise, resolve } = Promise.withResolvers<ProviderVerdict>();
      keep(this.#answers, key, { value: promise, until: call.monotonic() + TTL }, MAX_ANSWERS);
      unknown.push({ key, question, settle: resolve });
      return promise;
    });
    await inParallel(pieces(unknown, QUESTIONS_AT_ONCE), async (batch) => {
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
      const entry = this.#answers.get(key);
      if (entry) entry.until = Math.min(entry.until, call.monotonic() + lifeOf(verdicts[i], call.now()));
    });
    return verdicts;
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

function keep<T>(entries: Map<string, Entry<T>>, key: string, entry: Entry<T>, capacity: number): void {
  entries.delete(key);
  entries.set(key, entry);
  const [oldest] = entries.keys();
  if (oldest !== undefined && entries.size > capacity) entries.delete(oldest);
}

/** The permission providers as the process knows them. */
export const permissionProviders = processPart(() => new PermissionProviders());
