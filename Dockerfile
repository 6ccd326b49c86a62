# The web process or the worker (compose.yaml runs one of each): `docker build -t booking-service .`
FROM node:24-bookworm-slim AS build
WORKDIR /srv/booking
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build
# What only development needs is left behind, and what npm keeps though nothing loads it: Prisma's command line, TypeScript, and the query
# compilers of other databases (app/docs/decisions/small-install.md).
RUN npm prune --omit=dev \
  && rm -rf e2e widget-element app/testing app/sandbox \
  && cd node_modules && rm -rf prisma @electric-sql effect elkjs typescript \
  && find @prisma/client/runtime -name 'query_compiler_*' ! -name '*.postgresql.*' -delete \
  && cd @prisma && rm -rf dev engines fetch-engine query-plan-executor streams-local studio-core

FROM node:24-bookworm-slim
ENV NODE_ENV=production BOOT_PREPARED=1 HOST=0.0.0.0 PORT=3000
WORKDIR /srv/booking
COPY --from=build --chown=root:root /srv/booking ./
RUN install -d -o node -g node .data
USER node
EXPOSE 3000
# The worker has no public port: it answers /healthz at METRICS_PORT.
HEALTHCHECK --interval=15s --timeout=10s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(process.env.HEALTH_URL ?? `http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# SIGTERM reaches node: it drains within 20 seconds. Run it with an init (`docker run --init`; compose.yaml says so): a node that is process 1
# cannot end itself when it is held up.
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "app/commands/boot.mjs"]
CMD ["web"]
