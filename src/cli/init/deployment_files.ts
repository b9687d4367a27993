import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { InitFlags } from '../options.ts';

interface TextFile {
  readonly path: string;
  readonly text: string;
}

export interface SitePlace {
  readonly folder: string;
  /** The folder with all its pages: the project's top folder where some are outside the site's own, which else is it. */
  readonly content: string;
  /** The repository that contains it; the folder itself when none does. */
  readonly repository: string;
}

/** @param version of the program, which the files install */
export function deploymentFiles(
  { docker, systemd, fly, github }: InitFlags,
  place: SitePlace,
  version: string,
): TextFile[] {
  return [
    ...(docker || fly ? [containerfile(place, version), dockerignore(place)] : []),
    ...(docker ? [compose(place), composeWithPostgres()] : []),
    ...(systemd ? [systemdUnit()] : []),
    ...(fly ? [flyConfiguration(place)] : []),
    ...(github ? [githubWorkflow(place, version)] : []),
  ];
}

/** The path of the folder in the context of an image; '' when it is the context. Pages outside the folder must be in it too. */
function inContext({ folder, content }: SitePlace): string {
  return relative(content, folder).split(sep).join('/');
}

/** The way from the folder up to the context of an image. */
function contextOf(place: SitePlace): string {
  return relative(place.folder, place.content).split(sep).join('/') || '.';
}

function containerfile(place: SitePlace, version: string): TextFile {
  const inner = inContext(place);
  const [context, file] = [contextOf(place), inner === '' ? 'Containerfile' : `${inner}/Containerfile`];
  const content = inner === '' ? '/content' : `/content/${inner}`;
  const artefact = `${content}/site.catchword`;
  const builds =
    inner === ''
      ? 'Build: podman build -t site .   or: docker build -f Containerfile -t site .'
      : `Some of its pages are outside it, so build in "${context}": docker build -f ${shellWord(file)} -t site .`;
  return {
    path: 'Containerfile',
    text: `# Serves this folder. ${builds}
# To send ETags of the commit: --build-arg CATCHWORD_COMMIT=$(git rev-parse HEAD)
FROM docker.io/library/node:24-slim
RUN npm install --global --omit=dev catchword@${version} && npm cache clean --force
COPY . /content
ENV CATCHWORD_HOST=0.0.0.0 CATCHWORD_CACHE=/tmp/catchword CATCHWORD_FEEDBACK=sqlite:/data/feedback.db
ARG CATCHWORD_COMMIT
RUN mkdir /data && catchword build ${shellWord(content)} --out ${shellWord(artefact)} && chown node:node /data
VOLUME /data
USER node
WORKDIR /data
EXPOSE 4777
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s CMD ["catchword", "health"]
ENTRYPOINT ["catchword"]
# The artefact is next to the configuration, which contains the settings that an artefact does not store.
CMD ["serve", ${JSON.stringify(artefact)}]
`,
  };
}

/** `.git/HEAD` stays, because the folder `.git` marks the top of the project, which pages of a site may not leave. */
function dockerignore(place: SitePlace): TextFile {
  const isBelow = inContext(place) !== '';
  const anywhere = (name: string) => (isBelow ? `**/${name}` : name);
  const names = ['node_modules', 'data', '*.catchword', 'Containerfile*', 'compose*.yaml'];
  return {
    // Builders read the file of this name, whatever the context.
    path: isBelow ? 'Containerfile.dockerignore' : '.dockerignore',
    text: ['.git/*', '!.git/HEAD', ...names.map(anywhere), ''].join('\n'),
  };
}

function compose(place: SitePlace): TextFile {
  const [context, inner] = [contextOf(place), inContext(place)];
  const file = inner === '' ? 'Containerfile' : `${inner}/Containerfile`;
  return {
    path: 'compose.yaml',
    text: `# docker compose up --build   To send ETags of the commit: CATCHWORD_COMMIT=$(git rev-parse HEAD) docker compose up --build
services:
  catchword:
    build: { context: ${yamlWord(context)}, dockerfile: ${yamlWord(file)}, args: [CATCHWORD_COMMIT] }
    ports: ["127.0.0.1:4777:4777"]
    volumes: ["data:/data"]
    read_only: true
    tmpfs: ["/tmp"]
    cap_drop: [ALL]
    security_opt: ["no-new-privileges:true"]
    stop_grace_period: 15s
    restart: unless-stopped
volumes:
  data:
`,
  };
}

/** The file of this repository, which is part of the package. */
function composeWithPostgres(): TextFile {
  const path = 'compose.postgres.yaml';
  return { path, text: readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8') };
}

function systemdUnit(): TextFile {
  return {
    path: 'catchword.service',
    text: `# Put the artefact at /srv/catchword/site.catchword and this file in /etc/systemd/system, then:
#   systemctl enable --now catchword
# A new artefact moved to this path is served immediately. Settings that an artefact does not store, such as notify, go into
# /srv/catchword/catchword.config.json.
[Unit]
Description=Catchword
After=network.target

[Service]
ExecStart=/usr/bin/env catchword serve /srv/catchword/site.catchword
ExecReload=/bin/kill -HUP $MAINPID
Environment=CATCHWORD_FEEDBACK=sqlite:/var/lib/catchword/feedback.db
Environment=CATCHWORD_CACHE=/var/cache/catchword
DynamicUser=yes
StateDirectory=catchword
CacheDirectory=catchword
LimitNOFILE=65536
TimeoutStopSec=15
Restart=on-failure
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
# 143 means ended by SIGTERM.
SuccessExitStatus=143

[Install]
WantedBy=multi-user.target
`,
  };
}

function flyConfiguration(place: SitePlace): TextFile {
  const inner = inContext(place);
  const deploy =
    inner === ''
      ? 'fly launch --copy-config && fly deploy'
      : `In "${contextOf(place)}": fly launch --no-deploy --copy-config --config ${shellWord(`${inner}/fly.toml`)} && fly deploy . --config ${shellWord(`${inner}/fly.toml`)}`;
  return {
    path: 'fly.toml',
    text: `# ${deploy}
[build]
dockerfile = "Containerfile"

[mounts]
source = "data"
destination = "/data"

[http_service]
internal_port = 4777
force_https = true

[[http_service.checks]]
path = "/health/ready"
interval = "15s"
timeout = "3s"
`,
  };
}

/** GitHub reads workflows at the root of a repository only, and runs them there. */
function githubWorkflow({ folder, repository }: SitePlace, version: string): TextFile {
  const content = relative(repository, folder).split(sep).join('/') || '.';
  const run = (command: string) => JSON.stringify(`npx --yes catchword@${version} ${command}`);
  return {
    path: relative(folder, join(repository, '.github/workflows/catchword.yml')),
    text: `# Builds and checks the site on every push, and publishes the artefact of the main branch as a release asset.
name: catchword
on:
  push:
  pull_request:
permissions:
  contents: read
jobs:
  build:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 24 }
      - run: ${run(`check ${shellWord(content)} --strict --format github`)}
      - run: ${run(`build ${shellWord(content)} --out site.catchword --commit $GITHUB_SHA`)}
      - uses: actions/upload-artifact@v4
        with: { name: site, path: site.catchword }
  publish:
    if: github.event_name == 'push' && github.ref_name == github.event.repository.default_branch
    needs: build
    runs-on: ubuntu-latest
    permissions:
      contents: write
    env:
      GH_TOKEN: \${{ github.token }}
      GH_REPO: \${{ github.repository }}
    steps:
      - uses: actions/download-artifact@v4
        with: { name: site }
      - run: gh release view site || gh release create site --title Site --notes "The artefact of the main branch."
      - run: gh release upload site site.catchword --clobber
`,
  };
}

function yamlWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : JSON.stringify(text);
}

function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
