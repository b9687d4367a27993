import { posix } from 'node:path';
import type { FolderView } from '../generator_rules.ts';
import { PATH_FUNCTIONS, PATH_MODULE } from './node_functions.ts';
import { ScriptReader } from './script_reader.ts';
import { scriptTokens } from './script_tokens.ts';
import { parseSettings } from './settings.ts';
import type { Exports } from './value_reader.ts';

/** Scripts import less; a bound on the work that a hostile one causes. */
const MOST_FILES = 30;
/** Files of JSON cost less, and each version of documents may have one with its menus. */
const MOST_JSON_FILES = 300;
const ENDINGS = ['', '.ts', '.mts', '.js', '.mjs', '.cjs', '.cts', '.json', '/index.ts', '/index.mts', '/index.js'];
const SCRIPT = /\.(?:[cm]?[jt]sx?|json)$/;
const READ = new WeakMap<FolderView, Map<string, Exports>>();
const READ_JSON = new WeakMap<FolderView, Map<string, Exports>>();

const NOTHING: Exports = { whole: null, named: new Map() };
const OF_PATHS: Exports = { whole: PATH_FUNCTIONS, named: new Map(Object.entries(PATH_FUNCTIONS)) };

/**
 * What a settings script exports by default, or by `module.exports`. Constants, functions that only return a value, and imports of
 * files beside it are followed; nothing is run. Never throws.
 * @param path relative to the folder
 */
export function readScript(folder: FolderView, path: string): unknown {
  return exportsOf(folder, path).whole;
}

/** A named export of a script. */
export function readNamed(folder: FolderView, path: string, name: string): unknown {
  return exportsOf(folder, path).named.get(name) ?? null;
}

/** What the text of a script exports by default, without the files that it imports: of such scripts any number may be read. */
export function readAlone(text: string, path: string): unknown {
  return new ScriptReader(scriptTokens(text), path, () => NOTHING).read().whole;
}

function exportsOf(folder: FolderView, path: string): Exports {
  const isJson = path.endsWith('.json');
  const read = isJson ? READ_JSON : READ;
  const known = read.get(folder) ?? new Map<string, Exports>();
  read.set(folder, known);
  const before = known.get(path);
  if (before !== undefined) return before;
  if (known.size >= (isJson ? MOST_JSON_FILES : MOST_FILES) || !SCRIPT.test(path)) return NOTHING;
  // A file that imports itself by a detour finds nothing.
  known.set(path, NOTHING);
  const text = folder.text(path);
  const found = isJson
    ? { whole: parseJson(text), named: new Map() }
    : new ScriptReader(scriptTokens(text), path, (target) => imported(folder, path, target)).read();
  known.set(path, found);
  return found;
}

function parseJson(text: string): unknown {
  // The settings' parser bounds the cost, but knows records only.
  return parseSettings('x.json', `{"value":${text}}`, true).value ?? null;
}

/** The exports of a module: of a file that is imported by a relative path, or of one of Node's modules for paths. */
function imported(folder: FolderView, from: string, target: string): Exports {
  if (PATH_MODULE.test(target)) return OF_PATHS;
  if (!target.startsWith('.')) return NOTHING;
  // The folder's view reads no file outside the project.
  const path = posix.join(posix.dirname(from), target).replace(/\/$/, '');
  // A TypeScript file may be imported under the name of its output.
  const bare = path.replace(/\.[cm]?js$/, '');
  const above = path.slice(0, path.lastIndexOf('/') + 1);
  const beside = folder.namesIn(above.slice(0, -1)).map((name) => above + name);
  const inside = beside.includes(path) ? folder.namesIn(path).map((name) => `${path}/${name}`) : [];
  const files = new Set([...beside, ...inside]);
  const file = [path, bare]
    .flatMap((each) => ENDINGS.map((ending) => each + ending))
    .find((each) => SCRIPT.test(each) && files.has(each));
  return file === undefined ? NOTHING : exportsOf(folder, file);
}
