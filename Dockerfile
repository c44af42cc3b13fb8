# Atrium on one machine: docs/operations.md says how to run it.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY client/package.json client/
COPY functions/package.json functions/
COPY server/package.json server/
COPY server/bin/atrium.mjs server/bin/
RUN npm ci --omit=dev --workspace=client --workspace=functions --workspace=server --include-workspace-root --no-audit --no-fund
COPY firestore.indexes.json openapi.json tsconfig.json ./
COPY scripts/build.mjs scripts/help.mjs scripts/node-version.mjs scripts/prepare.mjs scripts/
COPY client/src client/src
COPY functions/src functions/src
COPY server/src server/src
COPY docs/operations.md docs/settings.md docs/backup.md docs/metrics.md docs/
COPY docs/guides docs/guides
COPY site site
COPY console console
COPY examples/shared-editor examples/shared-editor
RUN node scripts/build.mjs

# The build bundles every package but the one that starts threads from files of its own.
FROM node:24.21.0-bookworm-slim
WORKDIR /app
COPY --from=build /app/node_modules/piscina node_modules/piscina
COPY --from=build /app/server/dist server/dist
RUN mkdir --mode=0700 /data && chown node:node /data
# In a container every address is the container's own: what is published is for compose.yaml to decide.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=5050 ATRIUM_DATA=/data ATRIUM_SEED=none
USER node
VOLUME /data
EXPOSE 5050
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "server/dist/main.cjs"]
