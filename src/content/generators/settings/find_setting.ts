import type { FolderView, Setting } from '../generator_rules.ts';
import { readNamed, readScript } from './read_script.ts';
import { parseSettings, ScriptCall, valueAt } from './settings.ts';
import { placeOf } from './value_reader.ts';

/** Finds a setting by its keys: the first one that has a value that is not empty, in the first of the files; else one that only running a file would tell. */
export type FindSetting = (...keys: readonly string[]) => Setting | null;

/** @param files scripts, YAML, TOML, JSON or Python, relative to the folder */
export function settingsOfFiles(folder: FolderView, files: readonly string[]): FindSetting {
  return (...keys) => {
    let unknown: Setting | null = null;
    for (const key of keys) {
      for (const file of files) {
        const found = settingIn(folder, file, key);
        if (found?.value === '') continue;
        if (found !== null && found.value !== null) return found;
        unknown ??= found;
      }
    }
    return unknown;
  };
}

function settingIn(folder: FolderView, file: string, key: string): Setting | null {
  if (/\.[cm]?[jt]sx?$/.test(file)) return settingOfScript(folder, file, key);
  const text = folder.text(file);
  if (text === '') return null;
  if (file.endsWith('.py')) return settingOfPython(file, text, key);
  const path = key.toLowerCase().split('.');
  const value = textOfValue(valueAt(parseSettings(file, text), ...path));
  return value === null ? null : { file, line: lineOf(text, path, value), key, value };
}

function settingOfScript(folder: FolderView, file: string, key: string): Setting | null {
  const [first = '', ...rest] = key.split('.');
  const whole = readScript(folder, file);
  return (
    memberSetting(whole, key, file) ??
    (rest.length === 0 ? null : memberSetting(readNamed(folder, file, first), rest.join('.'), file, key))
  );
}

/**
 * A member of a value in a script; null when it has none of the name.
 * @param path with dots
 * @param written the key by which people find it
 */
export function memberSetting(value: unknown, path: string, file: string, written = path): Setting | null {
  const keys = path.split('.');
  const last = keys.pop()!;
  const container = valueAt(value, ...keys);
  const found = valueAt(container, last);
  const place = placeOf(container, last);
  const isUnknown = found instanceof ScriptCall || (found === null && place !== null);
  if (!isUnknown && typeof found !== 'string' && typeof found !== 'number') return null;
  return { ...(place ?? { file, line: 0 }), key: written, value: isUnknown ? null : String(found) };
}

const PYTHON_TEXT = /^[ru]?(?:"([^"\\\n]*)"|'([^'\\\n]*)')\s*(?:#.*)?$/;
const PYTHON_DEFAULT = /^os\.(?:environ\.get|getenv)\(\s*["'][^"'\n]*["']\s*,\s*["']([^"'\n]*)["']\s*\)/;

/** A constant of a Python file, also one that another constant gives its value. */
function settingOfPython(file: string, text: string, key: string): Setting | null {
  const written = (name: string) =>
    new RegExp(`^${name}[ \\t]*(?::[ \\t]*\\w+[ \\t]*)?=[ \\t]*([^=\\n][^\\n]*)$`, 'm').exec(text);
  const found = written(key);
  if (found === null) return null;
  const expression = found[1]!.trim();
  const other = /^[A-Za-z_]\w*$/.test(expression) ? written(expression)?.[1]?.trim() : undefined;
  const literal = PYTHON_TEXT.exec(other ?? expression);
  const value = literal?.[1] ?? literal?.[2] ?? PYTHON_DEFAULT.exec(other ?? expression)?.[1] ?? null;
  return { file, line: text.slice(0, found.index).split('\n').length, key, value };
}

/** The text of a value; of MkDocs' `!ENV [NAME, default]` the default. */
function textOfValue(value: unknown): string | null {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  const isVariable = Array.isArray(value) && value.length > 1 && /^[A-Z][A-Z0-9_]*$/.test(String(value[0]));
  const fallback: unknown = isVariable ? value.at(-1) : null;
  return typeof fallback === 'string' ? fallback : null;
}

/** The line of a value: the first one that has it behind its keys, else that of the keys as far as they are found. */
export function lineOf(text: string, path: readonly string[], value: string): number {
  const lowered = text.toLowerCase();
  let at = 0;
  for (const key of path) {
    const next = new RegExp(`(?<![\\w-])${key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`, 'g');
    next.lastIndex = at;
    const found = next.exec(lowered);
    if (found !== null) at = found.index;
  }
  const behind = value === '' ? -1 : text.indexOf(value, at);
  return text.slice(0, behind === -1 ? at : behind).split('\n').length;
}
