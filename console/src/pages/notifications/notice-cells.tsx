import type { NoticeDelivery } from "@atrium/client";
import { useLanguage, useTexts } from "../../texts/texts.tsx";

interface NoticeProps {
  notice: NoticeDelivery;
}

const looks = { held: "warn", batched: "warn", dropped: "quiet", delivered: "good" } as const;

/** The state of a notification in words. */
export function StateOfNotice({ notice: { state, channels } }: NoticeProps) {
  const { notifications } = useTexts();
  const failed = channels.filter(({ status }) => status === "failed").length;
  // The service calls a notification delivered once no channel is waiting any more, even if some have failed.
  if (state !== "delivered" || failed === 0)
    return <span className={failed > 0 ? "bad" : looks[state]}>{notifications.states[state]}</span>;
  return <span className="bad">{failed === channels.length ? notifications.failed : notifications.partlyFailed}</span>;
}

/** Why a notification was dropped, or until when it is waiting. */
export function ReasonOfNotice({ notice: { why, heldUntil, batchedUntil, state } }: NoticeProps) {
  const { locale, texts } = useLanguage();
  const { notifications } = texts;
  if (why) return notifications.reasons[why];
  const until = state === "held" ? heldUntil : state === "batched" ? batchedUntil : undefined;
  if (until === undefined) return "–";
  const time = new Intl.DateTimeFormat(locale, { dateStyle: "short", timeStyle: "medium" }).format(until);
  return notifications.until(time);
}

/** What each channel did with a notification. */
export function ChannelsOfNotice({ notice: { channels } }: NoticeProps) {
  const { notifications } = useTexts();
  if (channels.length === 0) return "–";
  return channels
    .map(({ channel, status, why }) => {
      const outcome = `${notifications.channelNames[channel]}: ${notifications.sendStates[status]}`;
      return why === undefined ? outcome : `${outcome} (${why})`;
    })
    .join(", ");
}
