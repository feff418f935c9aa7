# In place of node:24-bookworm-slim: Debian, Node 24 from the npm package, npm, and the user `node` with uid 1000.
FROM stoop-stand-in/debian
RUN useradd --uid 1000 --create-home --shell /bin/bash node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
  && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx
# npm reaches the registry as it does on this machine.
COPY ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY npmrc /usr/local/etc/npmrc
COPY node /usr/local/bin/node
CMD ["node"]
