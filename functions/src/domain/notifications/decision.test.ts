import { expect, test } from "@jest/globals";
import { emailDefaults } from "#domain/configs/email-config";
import { notificationDefaults } from "#domain/configs/notification-config";
import { eventTypeNames } from "#domain/events/types";
import { expectWithContext } from "#testing/harness/jest/context";
import { decideNotice, type NoticeFacts } from "./decision.ts";
import { isOn, isServiceOn, type NoticeSettings } from "./notice-settings.ts";
import { type Channel, channels, type Preference } from "./preference.ts";

const preferences: Preference[] = ["ALL", "MINE", "NONE"];
const bits = [false, true];

/** Every combination of the facts that decide about a notice. */
function* everyCase(): Generator<NoticeFacts> {
  for (const isThere of bits)
    for (const maySee of bits)
      for (const seenAt of [undefined, 9, 10, 11])
        for (const isDirect of bits)
          for (const inbox of preferences)
            for (const email of preferences)
              for (const slack of preferences)
                for (let mask = 0; mask < 2 ** channels.length; mask++) {
                  const offered = channels.filter((_, i) => mask & (1 << i));
                  yield { isThere, maySee, seenAt, timestamp: 10, isDirect, config: { inbox, email, slack }, offered };
                }
}

/** A naive model of the rules: a channel notifies a person unless a rule forbids it. */
function naive(facts: NoticeFacts): string[] | string {
  if (!facts.isThere) return "gone";
  if (!facts.maySee) return "no-access";
  if (facts.seenAt !== undefined && !(facts.seenAt < facts.timestamp)) return "seen";
  const notified: Channel[] = [];
  for (const channel of facts.offered) {
    const wish = facts.config[channel];
    if (wish === "NONE") continue;
    if (wish === "MINE" && !facts.isDirect) continue;
    notified.push(channel);
  }
  return notified.length === 0 ? "preference" : notified;
}

test("every combination of cause, access, views, preferences and channels is decided as the naive model says", () => {
  let cases = 0;
  for (const facts of everyCase()) {
    const decision = decideNotice(facts);
    const decided = "channels" in decision ? decision.channels : decision.dropped;
    if (JSON.stringify(decided) !== JSON.stringify(naive(facts)))
      expectWithContext(decided, JSON.stringify(facts)).toStrictEqual(naive(facts));
    cases++;
  }
  expect(cases).toBe(2 * 2 * 4 * 2 * 27 * 8);
});

test("an event type notifies people exactly if a service and its trigger for the type are on", () => {
  for (const type of eventTypeNames)
    for (const useNotificationService of bits)
      for (const useEmailService of bits)
        for (const trigger of [undefined, false, true])
          for (const mailTrigger of [undefined, false, true]) {
            const triggers = { comment: trigger === undefined ? {} : { [type]: trigger } };
            const mailTriggers = mailTrigger === undefined ? {} : { [type]: mailTrigger };
            const settings: NoticeSettings = {
              notification: {
                ...notificationDefaults,
                useNotificationService,
                notificationServiceConfig: { triggers },
              },
              email: { ...emailDefaults, useEmailService, emailServiceConfig: { triggers: mailTriggers } },
            };
            const service = useNotificationService && trigger === true;
            const mail = useEmailService && mailTrigger === true;
            expect([isServiceOn(settings, type), isOn(settings, type)]).toStrictEqual([service, service || mail]);
          }
});
