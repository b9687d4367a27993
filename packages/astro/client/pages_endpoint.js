/** The entries of the site's content collections, which only a module inside Astro can read. */

import { getCollection } from 'astro:content';
import { collections } from 'virtual:catchword/collections';

export const prerender = true;

export async function GET() {
  const lists = Object.keys(collections).map(async (name) => {
    const entries = (await getCollection(name)) ?? [];
    return [
      name,
      entries
        .filter(({ filePath }) => filePath !== undefined)
        .map(({ id, filePath, data }) => ({ id, file: filePath, title: textOf(data?.title) })),
    ];
  });
  return Response.json(Object.fromEntries(await Promise.all(lists)));
}

function textOf(value) {
  return typeof value === 'string' ? value : undefined;
}
