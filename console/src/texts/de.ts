import { access } from "./de/access.ts";
import { common } from "./de/common.ts";
import { data } from "./de/data.ts";
import { groups } from "./de/groups.ts";
import { keys } from "./de/keys.ts";
import { live } from "./de/live.ts";
import { login } from "./de/login.ts";
import { logs } from "./de/logs.ts";
import { notifications } from "./de/notifications.ts";
import { overview } from "./de/overview.ts";
import { pages } from "./de/pages.ts";
import { tryIt } from "./de/try.ts";
import { webhooks } from "./de/webhooks.ts";
import type { Texts } from "./en.ts";

/** Every text of the console in German. */
export const de: Texts = {
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
