import type { Row } from '../../../cli/help';
import { flagGroups, flagNotes, flagTerm, globalTreeFlags } from '../../../cli/tree';
import type { Topic } from '../topics';

export const topic: Topic = {
  write(page) {
    page.text(
      'Every command takes these flags, before or after its verb. A flag beats its environment variable, which beats the setting of the profile, which beats the default. A flag with one value can be given once; a switch may be repeated.',
    );
    for (const [group, flags] of flagGroups(globalTreeFlags())) {
      page.rows(
        group,
        flags.map(
          (flag): Row => [
            `${flag.short === undefined ? '    ' : ''}${flagTerm(flag)}`,
            `${flag.describe}${flagNotes(flag)}`,
          ],
        ),
      );
    }
    page.text(
      'waybill config set keeps settings in a profile; waybill config list shows what counts.',
    );
  },
};
