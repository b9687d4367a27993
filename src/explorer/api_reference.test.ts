import { expect, test } from 'vitest';
import { mcpConfigurations } from './api_reference.ts';

test.each([
  ['Catchword', 'catchword'],
  ['My <Site>; rm -rf /', 'my-site-rm-rf'],
  ['数据', 'site'],
])('configures clients for the site %s as %s', (title, name) => {
  const url = 'https://a.example/mcp';
  const [command, code, other] = mcpConfigurations('https://a.example', title).map(({ text }) => text);
  expect(command).toBe(`claude mcp add --transport http ${name} ${url}`);
  expect(JSON.parse(code!)).toEqual({ servers: { [name]: { type: 'http', url } } });
  expect(JSON.parse(other!)).toEqual({ mcpServers: { [name]: { type: 'http', url } } });
});
