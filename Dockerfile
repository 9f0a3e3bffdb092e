# syntax=docker/dockerfile:1
# The image of the server: docker build -t clockhouse . (docs/installing.md). BUILD_COMMIT names the commit in its version.

# The package, the same for every platform.
FROM --platform=$BUILDPLATFORM node:26.10.0-trixie-slim AS package
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY build/package.json build/
COPY client/package.json client/
COPY web/package.json web/
COPY test/client/package.json test/client/
# What the build needs, without the tools and tests.
RUN npm ci --workspace=build --workspace=web --ignore-scripts
COPY . .
ARG BUILD_COMMIT
RUN npm pack && mkdir /app && tar -xzf clockhouse-*.tgz -C /app --strip-components=1 && cp package-lock.json /app

# What it needs on this platform, at the versions of the lock file. The image has its own Node.js.
FROM node:26.10.0-trixie-slim AS modules
WORKDIR /app
COPY --from=package /app/package.json /app/package-lock.json ./
RUN npm ci --omit=dev --workspaces=false --ignore-scripts && rm -rf node_modules/node-* node_modules/.bin

FROM node:26.10.0-trixie-slim
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /opt/yarn*
COPY --from=package /app /app
COPY --from=modules /app/node_modules /app/node_modules
RUN echo '{ "kind": "image" }' > /app/installation.json && ln -s /app/src/cli/clockhouse.js /usr/local/bin/clockhouse && install -d -o node -g node -m 0700 /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 CLOCKHOUSE_DATA=/data NODE_OPTIONS=--max-semi-space-size=8
USER node
WORKDIR /data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --start-interval=1s \
  CMD ["clockhouse", "health"]
ENTRYPOINT ["clockhouse"]
CMD ["serve"]
