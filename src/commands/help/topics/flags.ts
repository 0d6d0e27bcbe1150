import { flagGroups, globalTreeFlags } from '../../../cli/definition';
import { flagRow, type Topic } from '../../../cli/help';

export const topic: Topic = {
  write(page) {
    page.text(
      "Every command takes these flags, before or after its verb. A flag beats its environment variable, which beats the profile's setting, which beats the default. You can use a flag that takes a value only once; you can repeat a switch.",
    );
    for (const [group, flags] of flagGroups(globalTreeFlags()))
      page.rows(group, flags.map(flagRow));
    page.text(
      'waybill config set saves settings in a profile; waybill config list shows the settings in effect.',
    );
  },
};
