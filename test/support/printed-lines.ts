/** The lines of the blocks in one language that a page shows. */
export function linesIn(markdown: string, language: string): string[] {
  const blocks = markdown.matchAll(new RegExp(`^\`\`\`${language}\\r?\\n(.*?)^\`\`\``, 'gms'));
  return [...blocks].flatMap(([, block = '']) => block.trimEnd().split(/\r?\n/));
}

/** Whether a line only runs waybill, in any shell: the others need a login, or a shell of their own. */
export function runsAnywhere(line: string): boolean {
  return /^waybill (?!auth )/.test(line) && !/[|>;~]/.test(line.replace(/"[^"]*"/g, ''));
}
