import * as z from 'zod';
import { SITE_FILES } from '../../discovery/resource.ts';
import { isWebhookSecret } from '../../feedback/notices.ts';
import { KINDS } from '../../feedback/submission.ts';
import { isNetwork } from '../../http/node/trusted_proxies.ts';

/** Schema of `catchword.config.json`. Every key is optional; the published JSON Schema is generated from it. */
export const configSchema = z
  .strictObject({
    $schema: z.string().optional().meta({ description: 'Address of the schema of this file, for editors.' }),
    origin: webAddress()
      .optional()
      .meta({
        description:
          "Address of the site that canonical addresses begin with, without a trailing slash. Default: what the generator's settings say, else none: addresses are root-relative.",
        examples: ['https://example.org'],
      }),
    title: z.string().min(1).optional().meta({
      description: "Title of the site. Default: what the generator's settings say, else the name of its folder.",
    }),
    description: z.string().optional().meta({ description: 'What the site is about. Default: empty.' }),
    language: z
      .string()
      .refine(isLanguageTag, { error: 'must be a BCP 47 language tag such as "en" or "pt-BR"' })
      .optional()
      .meta({
        description: "BCP 47 tag of pages that name no language. Default: what the generator's settings say, else en.",
      }),
    addressStyle: z.enum(['slash', 'html', 'bare']).optional().meta({
      description:
        "How canonical addresses end: slash (/a/), html (/a.html) or bare (/a). Default: as the generator's settings say.",
    }),
    collections: z
      .array(
        z.strictObject({
          name: z
            .string()
            .regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u, { error: 'must be made of letters, digits, ".", "_" and "-"' })
            .meta({ description: 'The value that queries narrow by.' }),
          title: z.string().min(1).optional().meta({ description: 'Title for people. Default: the name.' }),
          folder: z.string().min(1).optional().meta({ description: 'Folder of the content. Default: the name.' }),
        }),
      )
      .refine(hasDistinctNames, { error: 'must name each collection once' })
      .optional()
      .meta({
        description:
          'The collections, in the order in which they are shown. Default: top folders with two or more pages.',
      }),
    fields: z
      .array(
        z.strictObject({
          name: z
            .string()
            .regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, { error: 'must be letters, digits, "_" and "-", a letter first' })
            .meta({ description: 'The key in the front matter, without regard to case.' }),
          type: z
            .enum(['string', 'number', 'boolean', 'date', 'list'])
            .meta({ description: 'What its values are; a list is of texts.' }),
        }),
      )
      .max(32)
      .refine(hasDistinctNames, { error: 'must name each field once' })
      .optional()
      .meta({
        description: "Front matter keys of the site's own that pages carry and searches narrow by. Default: none.",
      }),
    tools: z
      .array(z.string().min(1).max(128))
      .optional()
      .meta({ description: 'Names of tools of the site that feedback can be about. Default: none.' }),
    publicOrigin: webOrigin()
      .nullable()
      .optional()
      .meta({
        description: "Origin that answers name as their own. Default: the request's Host.",
        examples: ['https://api.example.org'],
      }),
    markdown: z
      .strictObject({
        frontMatter: z
          .enum(['drop', 'keep'])
          .optional()
          .meta({ description: 'Whether the published Markdown begins with the front matter. Default: drop.' }),
      })
      .optional()
      .meta({ description: 'The Markdown that pages publish at /{path}.md.' }),
    check: z
      .strictObject({
        ignore: z
          .array(
            z
              .strictObject({
                rule: z.string().min(1).optional().meta({ description: 'Name of a rule, such as "dead-link".' }),
                file: z.string().min(1).optional().meta({ description: 'Pattern of files: "blog/*".' }),
                target: z.string().min(1).optional().meta({ description: 'Pattern of what is linked: "/api/*".' }),
              })
              .refine((entry) => Object.keys(entry).length > 0, { error: 'must name a rule, a file or a target' })
              .meta({ minProperties: 1 }),
          )
          .optional()
          .meta({
            description:
              'What "catchword check" does not report: findings that all patterns of an entry match. "*" stands for any text. Default: none.',
            examples: [[{ rule: 'dead-link', target: '/api/*' }]],
          }),
      })
      .optional()
      .meta({ description: 'Settings of "catchword check".' }),
    countMisses: z.boolean().optional().meta({
      description:
        'Whether a server counts what is searched for and not found, for "catchword misses". Default: false.',
    }),
    notify: z
      .strictObject({
        webhook: z
          .string()
          .regex(/^https?:\/\/[^\s#]+$/, { error: 'must be an http or https address' })
          .refine((text) => URL.canParse(text), { error: 'must be an http or https address' })
          .meta({ description: 'Address that notices are sent to.', examples: ['https://example.org/hooks/feedback'] }),
        secret: z
          .string()
          .refine(isWebhookSecret, { error: 'must be "whsec_" and 24 to 64 bytes in base64' })
          .optional()
          .meta({
            description:
              'Key of the signature: "whsec_" and 24 to 64 bytes in base64. Better set as CATCHWORD_NOTIFY_SECRET.',
          }),
        events: z
          .array(z.enum(KINDS.map((kind) => `feedback.${kind}` as const)))
          .min(1)
          .optional()
          .meta({ description: 'Kinds of feedback that a notice is sent of. Default: all.' }),
        includeMessage: z
          .boolean()
          .optional()
          .meta({ description: 'Whether notices contain what the sender wrote. Default: false.' }),
      })
      .optional()
      .meta({ description: 'Signed notices of new feedback, sent by a server to a webhook. Default: none.' }),
    cache: z
      .string()
      .regex(/^\d{1,9}[KMGkmg]?$/, { error: 'must be a size such as "64M", or "0" for none' })
      .optional()
      .meta({
        description:
          'Memory for the caches of a server, all workers together; 0 for none. Default: by the memory of the container.',
        examples: ['64M'],
      }),
    search: z
      .string()
      .regex(/^https?:\/\/(?:[^@/:?#]*@)?[^@/?#]+(?:\/[^/?#]*)?$/, {
        error: 'must be an address without a password, such as "https://user@host:9200/name"',
      })
      .optional()
      .meta({
        description:
          'OpenSearch cluster whose build a server answers from: https://user@host:9200/name, several hosts comma-separated. Default: none.',
        examples: ['https://user@host:9200/name'],
      }),
    home: z.enum(['explore', 'none']).optional().meta({
      description:
        'What browsers get at the root of a server: explore, the pages of the explorer, or none. Default: explore.',
    }),
    siteFiles: z
      .array(z.enum(SITE_FILES))
      .optional()
      .meta({
        description:
          'Files for crawlers, feed readers and language models that a server has at its root; an empty list for none. Default: all.',
        examples: [['llms.txt', 'sitemap.xml', 'robots.txt']],
      }),
    trustedProxies: z
      .array(z.string().refine(isNetwork, { error: 'must be an IP address or a network such as "10.0.0.0/8"' }))
      .optional()
      .meta({
        description:
          'Addresses and networks of the proxies whose Forwarded and X-Forwarded-* fields count. Default: none.',
        examples: [['127.0.0.1', '10.0.0.0/8', 'fd00::/8']],
      }),
    nativeQuery: z.boolean().optional().meta({
      description: 'Whether a server answers the QUERY method itself, not only its method override. Default: false.',
    }),
    feedbackOrigins: z
      .array(webOrigin())
      .optional()
      .meta({
        description: "Origins besides the site's own whose scripts may submit feedback. Default: none.",
        examples: [['https://www.example.org']],
      }),
    mcp: z.boolean().optional().meta({
      description:
        'Whether a server answers agents at /mcp (Model Context Protocol). Default: only when it listens on a loopback address.',
    }),
    mcpOrigins: z
      .array(webOrigin())
      .optional()
      .meta({
        description: "Origins besides the site's own whose scripts may use /mcp. Default: none.",
        examples: [['https://agents.example.org']],
      }),
    mcpFeedback: z.boolean().optional().meta({
      description: 'Whether agents may send feedback, where a server stores it. Default: false.',
    }),
  })
  .meta({ title: 'Catchword configuration', description: 'Settings of a site, all optional.' });

/** The validated settings of the file, without defaults. */
export type Config = z.infer<typeof configSchema>;

export type ConfigKey = keyof Config;

/**
 * Who takes a setting, and so whether an artefact stores it.
 * - `build`: only a build takes it. Stored, and nothing overrides it where the artefact is served.
 * - `service`: it shapes how the site is answered. Stored; flag, environment and file override it.
 * - `server`: a fact of the machine that serves, or a secret. Never stored.
 * - `check`: a setting of `catchword check`. Never stored.
 * - `editor`: programs do not read it.
 */
type SettingUse = 'build' | 'service' | 'server' | 'check' | 'editor';

export const settingUses = {
  $schema: 'editor',
  origin: 'build',
  title: 'build',
  description: 'build',
  language: 'build',
  addressStyle: 'build',
  collections: 'build',
  fields: 'build',
  tools: 'build',
  markdown: 'build',
  publicOrigin: 'service',
  home: 'service',
  siteFiles: 'service',
  nativeQuery: 'service',
  countMisses: 'service',
  feedbackOrigins: 'service',
  mcp: 'service',
  mcpOrigins: 'service',
  mcpFeedback: 'service',
  notify: 'server',
  cache: 'server',
  search: 'server',
  trustedProxies: 'server',
  check: 'check',
} as const satisfies Readonly<Record<ConfigKey, SettingUse>>;

type KeyOf<Use extends SettingUse> = {
  [Key in keyof typeof settingUses]: (typeof settingUses)[Key] extends Use ? Key : never;
}[keyof typeof settingUses];

/** In the order of the record, so that what is written of them does not depend on the file. */
export function keysOf<Use extends SettingUse>(...uses: readonly Use[]): readonly KeyOf<Use>[] {
  const isOfUse = (key: ConfigKey) => uses.some((use) => use === settingUses[key]);
  return (Object.keys(settingUses) as ConfigKey[]).filter(isOfUse) as KeyOf<Use>[];
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
  const properties = Object.entries(schema.properties as Readonly<Record<ConfigKey, { description: string }>>);
  return {
    ...schema,
    properties: Object.fromEntries(
      properties.map(([key, property]) => [
        key,
        { ...property, description: `${property.description}${whereStored[settingUses[key as ConfigKey]]}` },
      ]),
    ),
  };
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
