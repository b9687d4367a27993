/**
 * `npm run mcp:tasks -- [SITE ARTEFACT_OR_FOLDER]`: how many calls of tools and how many tokens an agent needs for twelve tasks on a
 * site (`redis`, `book` or `documentation`). Without arguments: on the documentation.
 */
import { fileURLToPath } from 'node:url';
import { openSource } from '../../src/cli/open_source.ts';
import { processTerminal } from '../../src/cli/terminal.ts';
import { type DoneTask, doTask } from './do_tasks.ts';
import { openEndpoint } from './open_endpoint.ts';
import { ofRedis, ofTheBook, ofTheDocumentation } from './tasks.ts';

const sites = { redis: ofRedis, book: ofTheBook, documentation: ofTheDocumentation };

const [site = 'documentation', source = fileURLToPath(new URL('../../site', import.meta.url))] = process.argv.slice(2);
const endpoint = openEndpoint(await openSource(source, {}, processTerminal(), () => {}));
const done: DoneTask[] = [];
for (const task of sites[site as keyof typeof sites]) done.push(await doTask(task, endpoint));
for (const { question, isAnswered, calls, tokens } of done) {
  console.log(`${isAnswered ? 'answered' : 'MISSED  '} ${calls} ${String(tokens).padStart(6)}  ${question}`);
}
const sum = (of: 'calls' | 'tokens') => done.reduce((total, task) => total + task[of], 0);
const answered = done.filter(({ isAnswered }) => isAnswered).length;
console.log(`${answered} of ${done.length} answered, ${sum('calls')} calls, ${sum('tokens')} tokens`);
