import * as z from 'zod';
import { SITE_FILES } from '../../discovery/resource.ts';
import { isWebhookSecret } from '../../feedback/notices.ts';
import { KINDS } from '../../feedback/submission.ts';
import { isNetwork } from '../../http/node/trusted_proxies.ts';

/**
 * Who takes a setting, and so whether an artefact stores it.
 * - `build`: only a build takes it. Stored, and nothing overrides it where the artefact is served.
 * - `service`: it shapes how the site is answered. Stored; flag, environment and file override it.
 * - `server`: a fact of the machine that serves, or a secret. Never stored.
 * - `check`: a setting of `catchword check`. Never stored.
 * - `editor`: programs do not read it.
 */
type SettingUse = 'build' | 'service' | 'server' | 'check' | 'editor';

/** A key of `catchword.config.json`. */
interface Setting {
  readonly use: SettingUse;
  /** The environment variable that sets it too; null: none. Default: CATCHWORD_ and the key in capitals. */
  readonly variable?: string | null;
  readonly schema: z.ZodType;
  /** Its description for editors. */
  readonly about: string;
  readonly examples?: readonly unknown[];
  /** What `catchword config` shows as its default, unless the site tells. */
  readonly shown?: unknown;
}

/** All settings of the configuration file. Every key is optional. The order is that of the published JSON Schema. */
export const settings = {
  $schema: {
    use: 'editor',
    variable: null,
    schema: z.string(),
    about: 'Address of the schema of this file, for editors.',
  },
  origin: {
    use: 'build',
    schema: webAddress(),
    about:
      "Address of the site, without a trailing slash; canonical addresses begin with it. Default: from the generator's settings, else none; addresses are then root-relative.",
    examples: ['https://example.org'],
  },
  title: {
    use: 'build',
    schema: z.string().min(1),
    about: "Title of the site. Default: from the generator's settings, else the name of its folder.",
  },
  description: {
    use: 'build',
    schema: z.string(),
    about: 'Description of the site. Default: empty.',
    shown: '',
  },
  language: {
    use: 'build',
    schema: z.string().refine(isLanguageTag, { error: 'must be a BCP 47 language tag such as "en" or "pt-BR"' }),
    about:
      "Language of pages that do not declare one, as a BCP 47 tag. Default: from the generator's settings, else en.",
    shown: "the generator's, else en",
  },
  addressStyle: {
    use: 'build',
    schema: z.enum(['slash', 'html', 'bare']),
    about:
      "How canonical addresses end: slash (/a/), html (/a.html) or bare (/a). Default: from the generator's settings.",
  },
  collections: {
    use: 'build',
    schema: z
      .array(
        z.strictObject({
          name: z
            .string()
            .regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u, { error: 'must contain only letters, digits, ".", "_" and "-"' })
            .meta({ description: 'The name that queries use.' }),
          title: z.string().min(1).optional().meta({ description: 'Title to show. Default: the name.' }),
          folder: z
            .string()
            .min(1)
            .optional()
            .meta({ description: "Folder that contains the collection's pages. Default: the name." }),
        }),
      )
      .refine(hasDistinctNames, { error: 'must list each collection only once' }),
    about: 'The collections, in display order. Default: top-level folders with two or more pages.',
    shown: 'top-level folders with two or more pages',
  },
  fields: {
    use: 'build',
    variable: null,
    schema: z
      .array(
        z.strictObject({
          name: z
            .string()
            .regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, {
              error: 'must contain only letters, digits, "_" and "-", and begin with a letter',
            })
            .meta({ description: 'The front matter key; case is ignored.' }),
          type: z
            .enum(['string', 'number', 'boolean', 'date', 'list'])
            .meta({ description: "Type of the field's values; a list is a list of strings." }),
        }),
      )
      .max(32)
      .refine(hasDistinctNames, { error: 'must list each field only once' }),
    about: 'Custom front matter keys to return with pages and to filter by. Default: none.',
    shown: [],
  },
  tools: {
    use: 'build',
    schema: z.array(z.string().min(1).max(128)),
    about: "Names of the site's tools that feedback can be about. Default: none.",
    shown: [],
  },
  publicOrigin: {
    use: 'service',
    schema: webOrigin().nullable(),
    about: "Origin of the absolute URLs in responses. Default: the request's Host.",
    examples: ['https://api.example.org'],
    shown: 'the Host of each request',
  },
  markdown: {
    use: 'build',
    variable: null,
    schema: z.strictObject({
      frontMatter: z
        .enum(['drop', 'keep'])
        .optional()
        .meta({ description: 'Whether the published Markdown keeps its front matter. Default: drop.' }),
    }),
    about: 'Settings of the Markdown that is published at /{path}.md.',
  },
  check: {
    use: 'check',
    variable: null,
    schema: z.strictObject({
      ignore: z
        .array(
          z
            .strictObject({
              rule: z.string().min(1).optional().meta({ description: 'Name of a rule, such as "dead-link".' }),
              file: z.string().min(1).optional().meta({ description: 'Pattern of files, such as "blog/*".' }),
              target: z
                .string()
                .min(1)
                .optional()
                .meta({ description: 'Pattern of linked addresses, such as "/api/*".' }),
            })
            .refine((entry) => Object.keys(entry).length > 0, { error: 'must contain "rule", "file" or "target"' })
            .meta({ minProperties: 1 }),
        )
        .optional()
        .meta({
          description:
            'Findings that "catchword check" does not report: those that match every pattern of an entry. "*" stands for any text. Default: none.',
          examples: [[{ rule: 'dead-link', target: '/api/*' }]],
        }),
    }),
    about: 'Settings of "catchword check".',
  },
  countMisses: {
    use: 'service',
    schema: z.boolean(),
    about: 'Whether a server counts searches that find nothing, for "catchword misses". Default: false.',
    shown: false,
  },
  notify: {
    use: 'server',
    variable: null,
    schema: z.strictObject({
      webhook: z
        .string()
        .regex(/^https?:\/\/[^\s#]+$/, { error: 'must be an http or https address' })
        .refine((text) => URL.canParse(text), { error: 'must be an http or https address' })
        .meta({ description: 'Address of the webhook.', examples: ['https://example.org/hooks/feedback'] }),
      secret: z
        .string()
        .refine(isWebhookSecret, { error: 'must be "whsec_" followed by 24 to 64 bytes in base64' })
        .optional()
        .meta({
          description:
            'Signing key: "whsec_" followed by 24 to 64 bytes in base64. It is safer to set CATCHWORD_NOTIFY_SECRET instead.',
        }),
      events: z
        .array(z.enum(KINDS.map((kind) => `feedback.${kind}` as const)))
        .min(1)
        .optional()
        .meta({ description: 'Kinds of feedback to send notifications about. Default: all.' }),
      includeMessage: z
        .boolean()
        .optional()
        .meta({ description: 'Whether notifications contain the message. Default: false.' }),
    }),
    about: 'Signed notifications of new feedback, which a server sends to a webhook. Default: none.',
  },
  cache: {
    use: 'server',
    variable: 'CATCHWORD_CACHE_SIZE',
    schema: z.string().regex(/^\d{1,9}[KMGkmg]?$/, { error: 'must be a size such as "64M", or "0" for none' }),
    about:
      "Memory for a server's caches, shared among all workers; 0 for none. Default: a share of the container's memory.",
    examples: ['64M'],
    shown: "a share of the container's memory",
  },
  search: {
    use: 'server',
    schema: z.string().regex(/^https?:\/\/(?:[^@/:?#]*@)?[^@/?#]+(?:\/[^/?#]*)?$/, {
      error: 'must be an address without a password, such as "https://user@host:9200/name"',
    }),
    about:
      'OpenSearch cluster whose build a server serves: https://user@host:9200/name, several hosts comma-separated. Default: none.',
    examples: ['https://user@host:9200/name'],
  },
  home: {
    use: 'service',
    schema: z.enum(['explore', 'none']),
    about: 'What a server shows at its root: explore (the explorer) or none. Default: explore.',
    shown: 'explore',
  },
  siteFiles: {
    use: 'service',
    schema: z.array(z.enum(SITE_FILES)),
    about:
      'Files for crawlers, feed readers and language models to serve at the root; an empty list for none. Default: all.',
    examples: [['llms.txt', 'sitemap.xml', 'robots.txt']],
    shown: SITE_FILES,
  },
  trustedProxies: {
    use: 'server',
    schema: z.array(z.string().refine(isNetwork, { error: 'must be an IP address or a network such as "10.0.0.0/8"' })),
    about:
      'Addresses and networks of the proxies whose Forwarded and X-Forwarded-* headers are trusted. Default: none.',
    examples: [['127.0.0.1', '10.0.0.0/8', 'fd00::/8']],
    shown: [],
  },
  nativeQuery: {
    use: 'service',
    schema: z.boolean(),
    about: 'Whether a server accepts the QUERY method itself, not only its method override. Default: false.',
    shown: false,
  },
  feedbackOrigins: {
    use: 'service',
    schema: z.array(webOrigin()),
    about: "Origins besides the site's own whose scripts may submit feedback. Default: none.",
    examples: [['https://www.example.org']],
    shown: [],
  },
  mcp: {
    use: 'service',
    schema: z.boolean(),
    about:
      'Whether to serve MCP (Model Context Protocol) at /mcp. Default: only when the server listens on a loopback address.',
    shown: 'on a loopback address',
  },
  mcpOrigins: {
    use: 'service',
    schema: z.array(webOrigin()),
    about: "Origins besides the site's own whose scripts may use /mcp. Default: none.",
    examples: [['https://agents.example.org']],
    shown: [],
  },
  mcpFeedback: {
    use: 'service',
    schema: z.boolean(),
    about: 'Whether agents may send feedback to servers that store it. Default: false.',
    shown: false,
  },
} as const satisfies Readonly<Record<string, Setting>>;

type Settings = typeof settings;
export type ConfigKey = keyof Settings;

/** All settings, as records of one type. */
export const settingRows = Object.entries(settings) as unknown as readonly (readonly [ConfigKey, Setting])[];

/** The environment variable of a key, or ''. */
export function variableOf(key: ConfigKey): string {
  const { variable }: Setting = settings[key];
  return variable === undefined ? `CATCHWORD_${key.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}` : (variable ?? '');
}

const shape = Object.fromEntries(
  settingRows.map(([key, { schema, about, examples }]) => {
    const meta = { description: about, ...(examples === undefined ? {} : { examples: [...examples] }) };
    return [key, schema.optional().meta(meta)];
  }),
) as unknown as { readonly [Key in ConfigKey]: z.ZodOptional<Settings[Key]['schema']> };

/** Schema of `catchword.config.json`. The published JSON Schema is generated from it. */
export const configSchema = z
  .strictObject(shape)
  .meta({ title: 'Catchword configuration', description: 'Settings of a site, all optional.' });

/** The validated settings of the file, without defaults. */
export type Config = z.infer<typeof configSchema>;

type KeyOf<Use extends SettingUse> = { [Key in ConfigKey]: Settings[Key]['use'] extends Use ? Key : never }[ConfigKey];

/** Sorted by use and, in each, as in `settings`, so that what is written of them does not depend on the file. */
export function keysOf<Use extends SettingUse>(...uses: readonly Use[]): readonly KeyOf<Use>[] {
  const rows = uses.flatMap((use) => settingRows.filter(([, setting]) => setting.use === use));
  return rows.map(([key]) => key as KeyOf<Use>);
}

const whereStored: Readonly<Record<SettingUse, string>> = {
  build: ' Stored in the artefact.',
  service: ' Stored in the artefact; a server may override it.',
  server: ' Not stored in the artefact.',
  check: '',
  editor: '',
};

/** The schema of the file as JSON Schema 2020-12. */
export function buildConfigSchema(): Readonly<Record<string, unknown>> {
  const schema = z.toJSONSchema(configSchema, { target: 'draft-2020-12', io: 'input' });
  const properties = schema.properties as Readonly<Record<ConfigKey, object>>;
  const told = settingRows.map(([key, { about, use }]) => [
    key,
    { ...properties[key], description: `${about}${whereStored[use]}` },
  ]);
  return { ...schema, properties: Object.fromEntries(told) };
}

export function webAddress() {
  return z
    .string()
    .regex(/^https?:\/\/[^/?#\s]+(?:\/[^?#\s]*)?$/, {
      error: 'must be an http or https address without query or fragment',
    })
    .refine((text) => URL.canParse(text), { error: 'must be an http or https address' });
}

/** An origin in any spelling. `canonicalOrigin` gives the spelling that browsers send. */
export function webOrigin() {
  return (
    z
      .string()
      // JSON Schema patterns have no flags, so the pattern spells out both cases.
      .regex(/^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^/?#\s@\\]+\/?$/, {
        error: 'must be an origin such as "https://api.example.org", without a path',
      })
      .refine((text) => URL.canParse(text), { error: 'must be an origin such as "https://api.example.org"' })
  );
}

function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

function hasDistinctNames(collections: readonly { readonly name: string }[]): boolean {
  return new Set(collections.map(({ name }) => name)).size === collections.length;
}

/** Keys as a message names them. */
export function quoteKeys(keys: readonly string[]): string {
  return keys.map((key) => `"${key}"`).join(', ');
}
