import { get as getPlain } from 'node:http';
import { get as getSecure } from 'node:https';

/**
 * Reads JSON from Vite's own server of development. Its certificate is often one that the owner made, so it is not checked.
 * @param {import('vite').ViteDevServer} server
 * @param {string} path with the base
 * @returns {Promise<unknown>}
 */
export function readLocal(server, path) {
  const { address, family, port } = server.httpServer.address();
  // A server that listens on all addresses has none of its own.
  const host = /^(?:::|0\.0\.0\.0)$/.test(address) ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  const isSecure = Boolean(server.config.server.https);
  const url = `${isSecure ? 'https' : 'http'}://${host}:${port}${path}`;
  const get = isSecure ? getSecure : getPlain;
  return new Promise((resolve, reject) => {
    const request = get(
      url,
      { rejectUnauthorized: false, headers: { Host: `localhost:${port}` } },
      async (response) => {
        try {
          let text = '';
          for await (const part of response.setEncoding('utf8')) text += part;
          if (response.statusCode !== 200) throw new Error(`Astro answers ${path} with ${response.statusCode}`);
          resolve(JSON.parse(text));
        } catch (error) {
          reject(error);
        }
      },
    );
    request.on('error', reject);
  });
}
