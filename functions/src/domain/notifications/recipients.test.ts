import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { expectWithContext } from "#testing/harness/jest/context";
import type { NotificationConfig, Preference } from "./preference.ts";
import { type Audience, type ChosenConfigs, candidates, effectiveConfig, recipients } from "./recipients.ts";

const actorId = "ada";
const nobody: Audience = { actorId, notifyAll: false, namedIds: [] };

/** Audience, users of the organization, candidates. */
const audiences: [Partial<Audience>, string[], string[]][] = [
  [{ notifyAll: true }, ["ada", "lin", "grace"], ["lin", "grace"]],
  [{ notifyAll: true, namedIds: ["guest", "lin"] }, ["ada", "lin"], ["guest", "lin"]],
  [{ notifyAll: true, namedIds: ["ada"] }, ["ada"], ["ada"]],
  [{ namedIds: ["lin", "ada", "lin"] }, ["ada", "lin", "grace"], ["lin", "ada"]],
  [{}, ["lin"], []],
  [{ recipientId: "lin" }, ["lin"], []],
  [{ namedIds: ["__proto__", "constructor"] }, [], ["__proto__", "constructor"]],
];
for (const [input, userIds, expected] of audiences)
  test(`of [${userIds}], ${JSON.stringify(input)} has the recipients [${expected}]`, () => {
    expect(candidates({ ...nobody, ...input }, userIds)).toStrictEqual(expected);
  });

/** The settings for the document and for the organization, and the effective ones. */
const configs: [ChosenConfigs, NotificationConfig][] = [
  [[], { inbox: "ALL", email: "MINE", slack: "NONE" }],
  [[undefined, undefined], { inbox: "ALL", email: "MINE", slack: "NONE" }],
  [[undefined, { inbox: "NONE" }], { inbox: "NONE", email: "MINE", slack: "NONE" }],
  [[{ inbox: "MINE" }, { inbox: "NONE", email: "ALL" }], { inbox: "MINE", email: "ALL", slack: "NONE" }],
  [[{ slack: "ALL" }], { inbox: "ALL", email: "MINE", slack: "ALL" }],
];
for (const [chosenConfigs, expected] of configs)
  test(`the settings ${JSON.stringify(chosenConfigs)} give ${JSON.stringify(expected)}`, () => {
    expect(effectiveConfig(chosenConfigs)).toStrictEqual(expected);
  });

test("by default everyone gets it in the inbox, and named users and the recipient of the text get an e-mail", () => {
  const audience = { actorId, notifyAll: true, namedIds: ["lin"], recipientId: "grace" };
  expect(recipients(audience, ["lin", "grace", "eve"], () => [])).toStrictEqual([
    { userId: "lin", channels: ["inbox", "email"] },
    { userId: "grace", channels: ["inbox", "email"] },
    { userId: "eve", channels: ["inbox"] },
  ]);
});

test("a user with all channels off is no recipient, and e-mail without inbox is possible", () => {
  const configsByUser: Record<string, ChosenConfigs> = {
    lin: [{ inbox: "NONE", email: "NONE" }],
    grace: [{ inbox: "NONE", email: "ALL" }],
  };
  expect(
    recipients({ ...nobody, namedIds: ["lin", "grace"] }, ["lin", "grace"], (userId) => configsByUser[userId] ?? []),
  ).toStrictEqual([{ userId: "grace", channels: ["email"] }]);
});

test("recipients and channels agree with a plain model of the rules, for all inputs and settings", () => {
  const userId = fc.constantFrom("ada", "lin", "grace", "eve", "guest");
  const preference = fc.constantFrom<Preference>("ALL", "MINE", "NONE");
  const config = fc.record({ inbox: preference, email: preference, slack: preference }, { requiredKeys: [] });
  const userConfigs = fc.dictionary(
    userId,
    fc.tuple(fc.option(config, { nil: undefined }), fc.option(config, { nil: undefined })),
  );
  const audience = fc.record({
    actorId: userId,
    notifyAll: fc.boolean(),
    namedIds: fc.array(userId),
    recipientId: fc.option(userId, { nil: undefined }),
  });
  const members: ("ada" | "lin" | "grace" | "eve" | "guest")[] = ["ada", "lin", "grace", "eve"];
  fc.assert(
    fc.property(audience, userConfigs, (audience, configsByUser) => {
      const received = recipients(audience, candidates(audience, members), (id) => configsByUser[id] ?? []);
      const byUser = new Map(received.map((recipient) => [recipient.userId, recipient.channels as string[]]));
      expect(byUser.size).toBe(received.length);
      for (const id of [...members, "guest" as const])
        for (const channel of ["inbox", "email", "slack"] as const) {
          const isNamed = audience.namedIds.includes(id);
          const isMeant = isNamed || (audience.notifyAll && members.includes(id) && id !== audience.actorId);
          const [ofDocument, ofOrganization] = configsByUser[id] ?? [];
          const wish =
            ofDocument?.[channel] ??
            ofOrganization?.[channel] ??
            { inbox: "ALL", email: "MINE", slack: "NONE" }[channel];
          const wants = wish === "ALL" || (wish === "MINE" && (isNamed || audience.recipientId === id));
          const expected = isMeant && wants;
          expectWithContext(byUser.get(id)?.includes(channel) ?? false, `${id} ${channel}`).toBe(expected);
        }
    }),
  );
});
