#!/usr/bin/env node
// The file that npm links as `npx atrium`. The script does the work, and first installs and builds what is missing.
import "../../scripts/atrium.mjs";
