import { slug as githubSlug } from 'github-slugger';

/** What the rules of a site's generator say of a file, found without the reader. Null: the rules say nothing. */
export interface Expectation {
  readonly address: string | null;
  readonly language: string | null;
  readonly title: string | null;
}

/** @param file relative to the content root; @param text its content */
export type Expects = (file: string, text: string) => Expectation;

interface Rules {
  address(file: string, field: (key: string) => string | null): string | null;
  /** The language of a file; a string is that of all. */
  readonly language: string | ((file: string) => string | null);
  /** Whether the first heading is the title whatever its level. */
  readonly anyHeading?: boolean;
}

const DATED = /^(?:(.*)\/)?(\d{4})-(\d{2})-(\d{2})-([^/]+)$/;

/** The address rules of each site of public content, written down once for the table: by generator, with the site's settings. */
const SITES: Readonly<Record<string, Rules>> = {
  '11ty': {
    address: (file, field) => {
      const own = field('permalink');
      if (own !== null && !own.includes('{{')) return clean(own);
      const [folder, name] = split(bare(file).replace(/(^|\/)\d{4}-\d{2}-\d{2}-/, '$1'));
      return name === 'index' || folder.endsWith(`/${name}`) || folder === name ? folder : join(folder, name);
    },
    language: 'en',
  },
  '18f-site': {
    address: (file, field) => {
      const own = field('permalink');
      if (own !== null && own !== 'false') return clean(own);
      const dated = DATED.exec(bare(file));
      return file.startsWith('posts/') && dated !== null ? dated.slice(2).join('/') : index(bare(file));
    },
    language: (file) => (/nuestro|en-espanol/.test(file) ? null : 'en'),
  },
  'astro-docs': { address: slugged, language: topFolder({ 'pt-br': 'pt-BR', 'zh-cn': 'zh-CN', 'zh-tw': 'zh-TW' }) },
  starlight: {
    address: slugged,
    language: (file) =>
      topFolder({ 'pt-br': 'pt-BR', 'pt-pt': 'pt-PT', 'zh-cn': 'zh-CN' })(file, /^[a-z]{2}(?:-[a-z]{2})?$/) ?? 'en',
  },
  'cncf-glossary': {
    address: (file, field) => hugo(file.replace(/^en\//, ''), field),
    language: topFolder({ 'pt-br': 'pt-BR', 'zh-cn': 'zh-CN', 'zh-tw': 'zh-TW' }),
  },
  docsy: {
    // The settings mount documents of the repository beside the pages of the site.
    address: (file, field) =>
      file.includes('/')
        ? hugo(file.replace(/^docsy\.dev\/content\/(?:en\/)?/, ''), field)
        : `project/repo/${bare(file).toLowerCase()}`,
    language: (file) => /^docsy\.dev\/content\/([a-z]+)\//.exec(file)?.[1] ?? 'en',
  },
  etcd: { address: hugo, language: 'en' },
  hugodocs: { address: hugo, language: 'en-US' },
  'redis-docs': { address: hugo, language: 'en' },
  'cockroachdb-docs': { address: (file, field) => clean(field('permalink') ?? index(bare(file))), language: 'en' },
  'cpp-docs': { address: (file) => join('cpp', index(bare(file))), language: 'en-US' },
  'vba-docs': { address: (file) => join('office/vba', index(bare(file))), language: 'en-US' },
  win32: { address: (file) => join('windows/win32', index(bare(file))), language: 'en-US' },
  'winrt-api': { address: (file) => join('uwp/api', index(bare(file))), language: 'en-US' },
  dendron: { address: (file) => bare(file), language: 'en' },
  electron: { address: docusaurus, language: 'en' },
  trpc: { address: docusaurus, language: 'en' },
  'gatsby-reactjs': {
    address: (file, field) => {
      const own = field('permalink');
      if (own !== null) return clean(own);
      const dated = DATED.exec(bare(file));
      return dated === null ? index(bare(file)) : join(dated[1] ?? '', ...dated.slice(2));
    },
    language: 'en',
  },
  logseq: {
    address: (file) =>
      decodeURIComponent(
        bare(file)
          .replace(/^pages\//, '')
          .replaceAll('___', '/'),
      ),
    language: 'en',
  },
  'mkdocs-material': {
    address: (file, field) => {
      if (!file.startsWith('blog/posts/')) return index(bare(file));
      const date = /\d{4}-\d{2}-\d{2}/.exec(field('date') ?? field('  created') ?? '')?.[0].replaceAll('-', '/');
      const slug =
        field('slug') ??
        (field('title') ?? '')
          .toLowerCase()
          .replace(/[^\w\- ]/g, '')
          .replaceAll(' ', '-');
      return date === undefined || slug === '' ? null : join('blog', date, slug);
    },
    language: 'en',
  },
  myst: { address: (file) => index(bare(file)), language: 'en' },
  nushell: {
    address: (file) => index(bare(file)),
    language: (file) =>
      topFolder({ de: 'de-DE', es: 'es-ES', fr: 'fr-FR', ja: 'ja-JP', ko: 'ko-KR', ru: 'ru-RU' })(
        file,
        /^[a-z]{2}(?:-[A-Z]{2})?$/,
      ) ?? 'en-US',
  },
  'rust-blog': {
    address: (file, field) => clean(field('path') ?? index(bare(file))),
    language: 'en',
  },
  'rust-book': { address: (file) => index(bare(file)), language: 'en', anyHeading: true },
  'sap-btp': { address: (file) => bare(file).replace(/^\d+-/, ''), language: 'en' },
  'simonw-til': { address: (file) => index(bare(file)), language: 'en' },
  'vue-docs': { address: (file) => index(bare(file)), language: 'en-US' },
};

/** The expectations of a site, or null when none are written down for it. */
export function expectationsOf(site: string): Expects | null {
  const rules = SITES[site];
  if (rules === undefined) return null;
  return (file, text) => {
    const head = /^(---|\+\+\+)[ \t]*\r?\n([\s\S]*?)^(?:---|\+\+\+)[ \t]*\r?$/m.exec(text);
    // Keys of tables of TOML are not the page's own.
    const front = head?.index === 0 ? head[2]!.split(/^\[/m)[0]! : '';
    const body = head?.index === 0 ? text.slice(head[0].length) : text;
    const field = (key: string) => fieldOf(front, key);
    const written = field('title') ?? field('Title');
    return {
      address: rules.address(file, field)?.replace(/^$/, 'index') ?? null,
      language: field('lang') ?? (typeof rules.language === 'string' ? rules.language : rules.language(file)),
      title: certain(written ?? headingOf(body, rules.anyHeading === true)),
    };
  };
}

/** A title that this file understands: one line, without a template or a component. */
function certain(title: string | null): string | null {
  return title === null || /\{\{|\{%|<[A-Z]|^["'][^"']*$|\\U/.test(title) ? null : title;
}

/** A title without what writing conventions add: only letters and digits count when two are compared. */
export function comparableTitle(title: string): string {
  return title
    .normalize('NFC')
    .replace(/&#?\w+;|<\/?\w[^<>]*>|\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
    .toLowerCase();
}

/** Markup that no description may have, outside of what a page itself says about markup. */
export const MARKUP =
  /:{3,}|\{\s?[.#:][\w-]|\{[!*].*[!*]\}|^\/{3}|\{\{#|(?:^|\s)\([\w-]+\)=|<img\b|!?\[[^\]]+\]\([^)]+\)|\[\[[^\]]+\]\]|^import .* from |\*\*[^*\s][^*]*\*\*|:read-more\{|^[\w-]+:: /;

function fieldOf(front: string, key: string): string | null {
  const match = new RegExp(`^${key}[ \\t]*[:=][ \\t]*(.+?)[ \\t]*\\r?$`, 'm').exec(front);
  const written = match?.[1] ?? '';
  const value = written.replace(/^(["'])(.*)\1(?:\s+#.*)?$/, '$2').replace(/\\(["_*[\]<>])/g, '$1');
  return value === '' || /^[|>&]/.test(value) ? null : value;
}

function headingOf(body: string, any: boolean): string | null {
  const prose = body.replace(/^(`{3,}|~{3,})[\s\S]*?^\1/gm, '').replace(/<!--[\s\S]*?-->/g, '');
  const heading = (any ? /^#{1,6}[ \t]+(.+?)[ \t]*#*\r?$/m : /^#[ \t]+(.+?)[ \t]*#*\r?$/m).exec(prose)?.[1];
  return heading?.replace(/\{[^{}]*\}\s*$/, '') ?? null;
}

function hugo(file: string, field: (key: string) => string | null): string {
  const own = field('url');
  if (own !== null) return clean(own);
  const path = bare(file)
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/(^|\/)_?index$/, '');
  const slug = field('slug');
  return slug === null || /_index\./.test(file) ? path : join(split(path)[0], slug);
}

function slugged(file: string, field: (key: string) => string | null): string {
  const own = field('slug');
  if (own !== null) return own;
  const path = bare(file)
    .split('/')
    .map((part) => githubSlug(part))
    .join('/');
  return path.replace(/(?:^|\/)index$/, '');
}

function docusaurus(file: string, field: (key: string) => string | null): string {
  const path = bare(file).replace(/\/(?:index|README)$/i, '');
  const version = /^versioned_docs\/version-(\d+)\.x\//.exec(file);
  const mount = version === null ? (path.startsWith('src/pages') ? '' : path.split('/', 1)[0]!) : `docs/v${version[1]}`;
  const below = version === null ? path.replace(/^(?:src\/pages|[^/]+)\/?/, '') : path.slice(version[0].length);
  const slug = field('slug');
  if (slug?.startsWith('/')) return join(mount, clean(slug));
  if (mount === 'blog') {
    const dated = DATED.exec(below);
    return join(mount, slug ?? (dated === null ? below : dated.slice(2).join('/')));
  }
  const plain = below.replace(/(^|\/)\d+\s*[-_.]+\s*(?=[^-_.\s/\d])/g, '$1');
  const isIndex = path !== bare(file);
  if (isIndex) return join(mount, plain, slug ?? '');
  const last = slug ?? field('id');
  return join(mount, last === null ? plain : join(split(plain)[0], last));
}

function topFolder(names: Readonly<Record<string, string>>) {
  return (file: string, form = /./): string | null => {
    const top = file.split('/', 1)[0]!;
    return form.test(top) && file.includes('/') ? (names[top] ?? top) : null;
  };
}

function bare(file: string): string {
  return file.replace(/\.\w+$/, '');
}

function index(path: string): string {
  return path.replace(/(?:^|\/)(?:_?index|readme)$/i, '');
}

function split(path: string): [folder: string, name: string] {
  const slash = path.lastIndexOf('/');
  return [path.slice(0, Math.max(0, slash)), path.slice(slash + 1)];
}

function join(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('/');
}

function clean(address: string): string {
  return address
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.html$/, '')
    .replace(/(?:^|\/)index$/, '');
}
