import type { Topic } from '../../../cli/help';
import { endingPrecedence, exitCodes } from '../../../exit-codes';

export const topic: Topic = {
  write(page) {
    page
      .text('Scripts can rely on these exit codes.')
      .rows(
        'Exit codes',
        Object.values(exitCodes).map(({ code, meaning }) => [String(code).padStart(3), meaning]),
      )
      .text(
        `If several apply, the first of ${endingPrecedence.map((ending) => exitCodes[ending].code).join(', ')} wins.`,
      )
      .lines('In a script', [
        '  waybill shipments add --csv shipments.csv -q --no-input',
        '  case $? in',
        '    0) ;;                          # everything is done',
        '    3) echo "fix the rejects" ;;   # the rest is done',
        '    9|10) echo "try again later" ;;',
        '    *) echo "read the message" ;;',
        '  esac',
      ]);
  },
};
