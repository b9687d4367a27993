/**
 * Loaded before the program: replaces a part of a source file, to show that a fault program would notice. The environment has in
 * `CATCHWORD_BREAK` a JSON list of `[end of the file's path, old text, new text]`. Ends the program when an old text is not there.
 */
import { registerHooks } from 'node:module';

const changes = JSON.parse(process.env.CATCHWORD_BREAK ?? '[]') as readonly (readonly [string, string, string])[];

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const own = changes.filter(([end]) => url.endsWith(end));
    if (own.length === 0 || loaded.source === undefined) return loaded;
    let source =
      typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString();
    for (const [end, from, to] of own) {
      if (!source.includes(from)) {
        process.stderr.write(`Cannot break ${end}: it has no ${JSON.stringify(from)}.\n`);
        process.exit(1);
      }
      source = source.replace(from, to);
    }
    return { ...loaded, source };
  },
});
