import skill from '../../../../skills/waybill/SKILL.md';
import type { Topic } from '../../../cli/help';

export const topic: Topic = {
  write(page) {
    page.verbatim(skill);
  },
};
