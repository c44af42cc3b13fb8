#!/usr/bin/env node
// `npx atrium`: npm links this file. The work is done by the script, which also installs and builds what is missing.
import "../../scripts/atrium.mjs";
