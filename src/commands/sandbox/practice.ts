import { text } from '../../cli/flag';
import type { Context } from '../../context';
import type { Service, ServiceOptions } from '../../service/index';

/** The flag that the four verbs share. */
export const database = text('<file>', 'The practice database; :memory: keeps nothing', {
  complete: 'file',
  defaultText: 'sandbox.db in the data folder',
});

/** Opens the practice service on the file named, or on the usual one; it is closed after `use`. */
export async function withPractice<T>(
  { world, paths }: Context,
  options: Omit<ServiceOptions, 'database' | 'clock' | 'random'> & { database: string | undefined },
  use: (service: Service) => Promise<T>,
): Promise<T> {
  const { openService } = await import('../../service/index');
  const service = await openService({
    ...options,
    database: options.database ?? paths.sandboxDatabase,
    clock: world.clock,
    random: world.random,
  });
  try {
    return await use(service);
  } finally {
    service.close();
  }
}
