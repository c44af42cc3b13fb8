import type { KeyCall } from "#src/context";
import { activityPath, toStoredActivity } from "#store/activities";
import { organizationPath } from "#store/organizations";
import type { Write } from "#store/port";

/** Activity records that examples name. `mark` stands in every free text. */
export function activities(call: KeyCall, mark: string): Write[] {
  const organization = organizationPath(call, "acme");
  const activity = (id: string, documentId: string, userId: string, minutesAgo: number): Write => {
    const record = {
      featureType: "custom" as const,
      actionType: "text.update",
      actionUser: { userId, name: `Name of ${userId}${mark}` },
      targetEntityId: id.replace("act-", ""),
      changes: { text: { from: `before${mark}`, to: `after${mark}` } },
      displayMessageTemplate: `{{user}} changed the text${mark}`,
      displayMessageTemplateData: { user: `${userId}${mark}` },
    };
    const timestamp = call.now() - minutesAgo * 60_000;
    const data = toStoredActivity(record, { documentId, timestamp, at: "example" });
    return { op: "create", path: activityPath(organization, id), data };
  };
  return [
    activity("act-headline", "homepage", "ada", 3),
    activity("act-footer", "homepage", "lin", 2),
    activity("act-milestone", "roadmap", "grace", 1),
  ];
}
