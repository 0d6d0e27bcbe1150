import { SaxesParser } from 'saxes';
import { usageFailure } from '../failure';
import type { Archive } from './archive';

export type Attributes = Readonly<Record<string, string>>;

/** Handlers for the elements of an XML file, by their names without prefixes. */
export interface Elements {
  open(element: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(element: string): void;
}

/** Without the prefix that some writers give every element: `x:row`. */
function local(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}

/**
 * Reads an XML file of a workbook from start to end; a missing one has no elements. Only XML's own
 * five entities are known, so none can expand. Throws a usage failure if it is not XML.
 */
export async function readXml(archive: Archive, path: string, elements: Elements): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const decoder = new TextDecoder();
  let failed: Error | undefined;
  parser.on('error', (error) => {
    failed ??= error;
  });
  parser.on('opentag', ({ name, attributes }) => elements.open(local(name), attributes));
  parser.on('text', (text) => elements.text?.(text));
  parser.on('cdata', (text) => elements.text?.(text));
  parser.on('closetag', ({ name }) => elements.close?.(local(name)));
  let isEmpty = true;
  for await (const chunk of archive.read(path)) {
    isEmpty = false;
    parser.write(decoder.decode(chunk, { stream: true }));
    if (failed !== undefined) break;
  }
  if (isEmpty) return;
  if (failed === undefined) parser.close();
  if (failed === undefined) return;
  throw usageFailure(`${archive.name} is damaged: ${path} in it can't be read`, {
    hint: 'Open it, save it again and retry. Nothing was sent.',
  });
}
