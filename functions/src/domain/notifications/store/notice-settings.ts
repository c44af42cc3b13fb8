import { type EmailConfig, emailDefaults } from "#domain/configs/email-config";
import { withDefaults } from "#domain/configs/merge-config";
import { type NotificationConfig, notificationDefaults } from "#domain/configs/notification-config";
import { configPath, fromStoredConfig, type StoredConfig } from "#domain/configs/store/configs";
import { type EventType, eventTypeNames } from "#domain/events/types";
import { isOn, type NoticeSettings } from "#domain/notifications/notice-settings";
import { type CacheSurroundings, type TtlCache, ttlCache } from "#platform/ttl-cache";
import type { KeyCall } from "#src/call";
import { processPart } from "#src/context";
import type { StoreReader } from "#store/port";

/** How long a process trusts what it has read, in ms. */
const TTL = 10_000;
const MAX_KEYS = 10_000;

/** Reads how an API key notifies people, in one round trip. */
export async function readNoticeSettings(reader: StoreReader, call: KeyCall): Promise<NoticeSettings> {
  const { apiKeyId } = call.apiKey;
  const [notification, email] = await reader.getMany<StoredConfig>([
    configPath(apiKeyId, "notification"),
    configPath(apiKeyId, "email"),
  ]);
  return {
    notification: withDefaults<NotificationConfig>(
      notificationDefaults,
      fromStoredConfig(call, "notification", notification) ?? {},
    ),
    email: withDefaults<EmailConfig>(emailDefaults, fromStoredConfig(call, "email", email) ?? {}),
  };
}

/** Which event types notify people, for recently used API keys. */
class NotifiedTypes {
  readonly #types: TtlCache<Promise<ReadonlySet<EventType>>>;

  constructor(process: CacheSurroundings) {
    this.#types = ttlCache(process, { name: "notified-event-types", max: MAX_KEYS, ttl: TTL });
  }

  /** The event types that notify people. Reads them at most twice in ten seconds. */
  find(call: KeyCall): Promise<ReadonlySet<EventType>> {
    const { apiKeyId } = call.apiKey;
    const cached = this.#types.get(apiKeyId);
    if (cached) return cached;
    const types = readNoticeSettings(call.store, call).then(
      (settings) => new Set(eventTypeNames.filter((type) => isOn(settings, type))),
    );
    this.#types.set(apiKeyId, types);
    // A failed read is not cached.
    types.catch(() => this.#types.peek(apiKeyId) === types && this.#types.delete(apiKeyId));
    return types;
  }

  /** Drops the cached types of an API key, because a configuration has changed. */
  forget({ apiKey }: KeyCall): void {
    this.#types.delete(apiKey.apiKeyId);
  }
}

/** The event types that notify people, in this process. */
export const notifiedTypes = processPart((context) => new NotifiedTypes(context));

/**
 * Whether a call asks to notify people: a call with an API key must say so, a user's own write does unless it declines.
 */
export function asksToNotify(
  { user }: Pick<KeyCall, "user">,
  { triggerNotification = user !== undefined }: { triggerNotification?: boolean | undefined },
): boolean {
  return triggerNotification;
}

/** The call, which also notifies people about its events if `isAsked`. */
export function withNotices<C extends KeyCall>(call: C, isAsked: boolean): C {
  return isAsked ? { ...call, notifies: () => notifiedTypes(call).find(call) } : call;
}
