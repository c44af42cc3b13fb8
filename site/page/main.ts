// Runs in the browser on every page of the documentation. The pages are readable without it.
import { prepareMenu } from "./menu.ts";
import { prepareSearch } from "./search.ts";
import { openedSession } from "./session.ts";
import { prepareTabs, showOrigin } from "./tabs.ts";
import { prepareTryForm } from "./try-form.ts";

prepareMenu();
prepareSearch();
showOrigin(location.origin);
prepareTabs();
prepareTryForm(await openedSession());
