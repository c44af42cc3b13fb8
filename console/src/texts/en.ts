import { access } from "./en/access.ts";
import { common } from "./en/common.ts";
import { data } from "./en/data.ts";
import { groups } from "./en/groups.ts";
import { keys } from "./en/keys.ts";
import { live } from "./en/live.ts";
import { login } from "./en/login.ts";
import { logs } from "./en/logs.ts";
import { notifications } from "./en/notifications.ts";
import { overview } from "./en/overview.ts";
import { pages } from "./en/pages.ts";
import { tryIt } from "./en/try.ts";
import { webhooks } from "./en/webhooks.ts";

/** Every text of the console in English. */
export const en = {
  access,
  common,
  data,
  groups,
  keys,
  live,
  login,
  logs,
  notifications,
  overview,
  pages,
  tryIt,
  webhooks,
};

/** The texts that each language has to provide. */
export type Texts = typeof en;
