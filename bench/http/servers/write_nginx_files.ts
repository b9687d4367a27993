import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readAnswers } from '../record_answers.ts';

/** Writes the answers as files for nginx, and its configuration. @returns the path of the configuration */
export async function writeNginxFiles(folder: string, recording: string, port: number): Promise<string> {
  const root = join(folder, 'root');
  for await (const { key, body } of readAnswers(recording)) {
    // The extension separates a page from the folder of the pages below it.
    const file = join(root, `${decodeURIComponent(key)}.json`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, body);
  }
  const configuration = join(folder, 'nginx.conf');
  writeFileSync(
    configuration,
    `daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr crit;
events {}
http {
  access_log off;
  keepalive_requests 1000000000;
  sendfile on;
  tcp_nopush on;
  open_file_cache max=10000;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  default_type application/json;
  types {}
  server {
    listen 127.0.0.1:${port};
    root ${root};
    location / { try_files $uri.json =404; }
  }
}
`,
  );
  return configuration;
}
