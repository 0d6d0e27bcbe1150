import type { RawResponse } from '../../api/types';
import { defineCommand, one } from '../../cli/definition';
import { repeated, text, toggle, valued } from '../../cli/flag';
import type { Context } from '../../context/context';
import { readingMethods } from '../../contract/routes';
import { usageFailure } from '../../failure';
import { parseJsonFile, readInputFile } from '../../input/input-file';
import { isTooDeep, parseExactly, whyNotJson } from '../../lib/json';
import { gathered } from '../../lib/once';
import { printRequests } from '../../output/dry-run';
import type { Output } from '../../output/output';
import type { ListView } from '../../output/view';
import { guardCodes } from '../../secrets/secret';

const codesField = 'redemptionCodes';

export type BodyField = readonly [name: string, value: unknown];

/** `-f key=value`: the value is text, whatever it looks like. */
export function textField(typed: string, label: string): readonly [string, string] {
  const at = typed.indexOf('=');
  if (at < 1) throw usageFailure(`${label} takes key=value, not "${typed}"`);
  return [typed.slice(0, at), typed.slice(at + 1)];
}

/** `-F key=json`: the value is JSON. */
export function jsonField(typed: string, label: string): BodyField {
  const [name, text] = textField(typed, label);
  // Refused later, whatever it contains.
  if (name === codesField) return [name, text];
  try {
    const { value, changed } = parseExactly(text);
    if (changed === undefined) return [name, value];
  } catch (error) {
    if (isTooDeep(error)) throw usageFailure(`${label} ${name} ${whyNotJson(error)}`);
    throw usageFailure(`The value of ${label} ${name} is not JSON`, {
      hint: `Quote text inside the value: '${name}="…"'. Or use -f ${name}=… instead.`,
    });
  }
  throw usageFailure(`${label} ${name} contains a number that is too large to be sent exactly`);
}

/** One value per name. Refuses a name that appears twice, and codes, which must not be in a flag. */
export function fieldsOf(given: readonly BodyField[]): Readonly<Record<string, unknown>> {
  const names = given.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw usageFailure(`Field ${twice} appears twice`);
  if (names.includes(codesField)) {
    throw usageFailure("Redemption codes can't be in a flag, where others can see them", {
      hint: 'Put the whole body in a file, or pipe it in: --input <file|->.',
    });
  }
  return Object.fromEntries(given);
}

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'] as const;

const elements: ListView<unknown> = { one: 'element', empty: 'Nothing.', fields: {}, table: [] };

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The request to send. For a method that only reads, fields go into the query. */
async function asked(
  { method, path }: Readonly<Record<'method' | 'path', string>>,
  flags: Readonly<Record<'field' | 'jsonField', readonly BodyField[] | undefined>> & {
    readonly input: string | undefined;
  },
  context: Context,
): Promise<Asked> {
  const given = [...(flags.field ?? []), ...(flags.jsonField ?? [])];
  const fields = fieldsOf(given);
  if (flags.input !== undefined) {
    if (given.length > 0)
      throw usageFailure("-f and -F can't be used with --input, which is the whole body");
    if (readingMethods.includes(method)) throw usageFailure(`${method} takes no --input`);
    return { method, path, body: parseJsonFile(await readInputFile(flags.input, context.world)) };
  }
  if (given.length === 0) return { method, path };
  if (!readingMethods.includes(method)) return { method, path, body: fields };
  const query = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return { method, path, query: Object.fromEntries(query) };
}

/** Refuses csv and tsv from a flag; a setting that asks for them is meant for lists. */
async function jsonOutput(context: Context): Promise<Output> {
  const settings = context.settings();
  const { output: format, sources } = settings;
  if (format !== 'csv' && format !== 'tsv') return context.output();
  if (sources.output !== 'flag') return context.output({ ...settings, output: 'table' });
  throw usageFailure(`waybill api prints JSON, not ${format}`);
}

function head({ status, headers }: RawResponse): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP ${status}`, ...lines, '', ''].join('\n');
}

export const command = defineCommand({
  description: `The path is below the base URL, such as /credit-cards. Fields become the body of a request that
changes something, and the query of a request that reads. Prints the service's JSON unchanged.

waybill retries a request that only reads or that is safe to repeat. It sends any other request
once; if that response is lost, the outcome is unknown (exit 11).`,
  arguments: {
    method: one('GET if left out', { choices: methods, beforePath: 'GET' }),
    path: one('The path below the base URL'),
  },
  flags: {
    field: repeated(
      valued('<key=value>', 'A field whose value is text', textField, { short: 'f' }),
    ),
    jsonField: repeated(
      valued('<key=json>', 'A field whose value is JSON', jsonField, { short: 'F' }),
    ),
    input: text('<file|->', 'The whole body, as JSON', { complete: 'file' }),
    paginate: toggle('Read every page of a list, from its offset on, into one JSON array'),
    include: toggle('Print the status and headers too', { short: 'i' }),
  },
  examples: {
    "waybill api GET '/buying-group-orders?limit=5'":
      'Print the first five orders, as the service sends them',
    'waybill api /credit-cards --paginate': 'Print all credit cards in one array',
    'waybill api POST /buying-group-orders --input examples/order.json --dry-run':
      'See what would be sent',
  },
  async run(flags, context) {
    const output = await jsonOutput(context);
    const request = await asked(flags, flags, context);
    if (flags.paginate && (request.method !== 'GET' || flags.include)) {
      throw usageFailure('--paginate works only with GET, and not with -i');
    }
    if (context.globals.fields !== undefined && !readingMethods.includes(request.method)) {
      throw usageFailure(
        `--fields works only with a method that reads, not with ${request.method}`,
        {
          hint: 'The response may lack a field that you name, and by then the request is carried out. Nothing was sent.',
        },
      );
    }
    // Even if the request is only shown, or refused before it is sent.
    guardCodes(request.body, context.redactor);
    if (context.settings().dryRun && !readingMethods.includes(request.method)) {
      const { method, path, body } = request;
      return printRequests(output, [{ method, path, body }]);
    }
    const { api } = await context.session();
    const { method, path, ...rest } = request;
    if (flags.paginate) {
      const rows = api.requestAll(path, rest);
      if (output.format !== 'table') return output.list(elements, rows);
      return output.value(await gathered(rows));
    }
    const response = await api.request(method, path, rest);
    if (flags.include) await output.text(head(response));
    if (response.body !== undefined) await output.value(response.body);
  },
});
