# An image of the mock. Build it with `docker build -t svc-contract .` and start it with
# `docker run --rm -p 127.0.0.1:8079:8079 -p 127.0.0.1:8080:8080 svc-contract`. To run another command or
# add options, append the whole command: `svc-contract mock --host 0.0.0.0 --clock virtual`.

FROM node:22-alpine AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY spec ./spec
COPY generated ./generated
COPY conformance ./conformance
COPY mocks ./mocks
COPY scripts ./scripts
RUN npm run build

FROM node:22-alpine AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts

FROM node:22-alpine
ENV NODE_ENV=production
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /build/dist ./dist
COPY package.json LICENSE ./
COPY spec ./spec
COPY generated ./generated
USER node
EXPOSE 8079 8080
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s \
  CMD ["node", "--eval", "for (const port of [8079, 8080]) fetch(`http://127.0.0.1:${port}/__mock/health`).then(({ ok }) => { if (!ok) process.exit(1) }, () => process.exit(1))"]
ENTRYPOINT ["node", "dist/scripts/cli.js"]
CMD ["mock", "--host", "0.0.0.0"]
