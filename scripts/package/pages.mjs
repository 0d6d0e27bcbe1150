// The README and the pages that it leads to, for readers who have no sources.
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';

/** Without what only a clone of the sources can do. */
export function forReaders(markdown) {
  return markdown.replace(/<!-- only in the sources -->\n.*?<!-- end -->\n/gs, '');
}

/** The files that a page links to, from the folder in which its own path begins. */
export function linksIn(path, markdown) {
  const links = [...markdown.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].map(([, link]) => link);
  const local = links.filter((link) => !/^[a-z]+:/.test(link));
  return local.map((link) => posix.join(posix.dirname(path), link));
}

/** The README and every file that it or a page of it links to: an archive's links all work. */
export async function readerPages() {
  const pages = new Map();
  const left = ['README.md'];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (pages.has(path)) continue;
    if (!path.endsWith('.md')) {
      pages.set(path, { path, from: path });
      continue;
    }
    const content = forReaders(await readFile(path, 'utf8'));
    pages.set(path, { path, content });
    left.push(...linksIn(path, content));
  }
  return [...pages.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}
