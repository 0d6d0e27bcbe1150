import type { Context } from '../../../context';
import { routes } from '../../../contract/routes';
import type { Ending } from '../../../exit-codes';
import { openInputFile } from '../../../input/input-file';
import { plannedRequest, printRequests } from '../../../output/dry-run';
import type { OrderKind } from '../kinds';
import { createKind } from './create-kind';
import { createBody, groupRows, readCreateRows } from './create-rows';
import { runUpload } from './run-upload';
import { tellInvalid } from './update-file';
import type { UploadFlagValues } from './upload-flags';

export interface CreateFileFlags extends UploadFlagValues {
  readonly csv: string;
}

/** `create --csv`: a line item a row, with everything that uploads have. */
export async function createFromFile(
  flags: CreateFileFlags,
  kind: OrderKind,
  context: Context,
): Promise<Ending> {
  const { money: unit, dryRun } = context.settings();
  const { header, drafts } = await readCreateRows(openInputFile(flags.csv, context.world), {
    kind,
    unit,
    now: context.world.clock.now(),
  });
  const sendable = drafts.filter(({ invalid }) => invalid === undefined);
  if (dryRun) {
    const requests = groupRows(sendable).map((rows) =>
      plannedRequest(routes[kind.create], createBody(rows.map(({ item }) => item))),
    );
    await printRequests(await context.output(), requests);
    return tellInvalid(drafts, context);
  }
  const numbers = [...new Set(sendable.map(({ item }) => item.orderNumber))];
  async function* all() {
    yield drafts;
  }
  return runUpload(
    {
      kind: createKind({ kind, api: await context.api(), numbers }),
      drafts: all(),
      header: () => header,
      flags,
      input: flags.csv,
      unit: 'rows',
    },
    context,
  );
}
