import { type JsonRpcMessage, versionKey } from './read_message.ts';

const modernVersion = '2026-07-28';

/** The member of the parameters that the field `Mcp-Name` repeats, by method. */
const nameOf: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/**
 * Tells which era a request is of, when its fields certainly agree with it. All other messages are left to the SDK, which knows every
 * fault: so this may fail to see that a request is plain, but never the other way round.
 */
export function eraOfPlain(
  { id, method, params }: JsonRpcMessage,
  field: (name: string) => string | undefined,
  legacyVersions: readonly string[],
): 'modern' | 'legacy' | null {
  if (id === undefined || method === 'initialize') return null;
  const { _meta, ...rest } = (params ?? {}) as Readonly<Record<string, unknown>>;
  const version = field('mcp-protocol-version');
  if (typeof _meta !== 'object' || _meta === null || !(versionKey in _meta)) {
    return version === undefined || legacyVersions.includes(version) ? 'legacy' : null;
  }
  if (version !== modernVersion || (_meta as Readonly<Record<string, unknown>>)[versionKey] !== version) return null;
  if (field('mcp-method') !== method) return null;
  const named = nameOf[method];
  const isNamed = named === undefined || (typeof rest[named] === 'string' && field('mcp-name') === rest[named]);
  return isNamed ? 'modern' : null;
}
