import * as z from "zod";
import { notify } from "#domain/events/jobs";
import { NoticeCause } from "#domain/events/notice-cause";
import { isOn } from "#domain/notifications/notice-settings";
import { addNotices } from "#domain/notifications/store/notice-additions";
import { readNoticeSettings } from "#domain/notifications/store/notice-settings";
import { findApiKey } from "#domain/workspaces/store/api-keys";
import { job } from "#src/job";

const Causes = z.array(NoticeCause);

/**
 * Finds the people whom the events of a call concern. It may be repeated: an event gives each person only one notice.
 */
export default job(notify, async (context, { apiKeyId, causes }, { id }) => {
  const apiKey = await findApiKey(context.store, apiKeyId);
  if (!apiKey) return;
  const call = { ...context, requestId: id, apiKey };
  const settings = await readNoticeSettings(context.store, call);
  for (const [i, cause] of Causes.parse(JSON.parse(causes)).entries())
    if (isOn(settings, cause.type)) await addNotices(call, settings, cause, `${id}-${i}`);
});
