import type { Topic } from '../../../cli/help';

export const topic: Topic = {
  write(page) {
    page
      .text('Only results go to stdout. Progress, notices, questions and errors go to stderr.')
      .rows('Formats, with -o', [
        ['table', 'The default, for people: fits the terminal; plain and uncut in a pipe'],
        [
          'json',
          'One document: an array for a list, an object for one thing; a count is {"count":5}, and a bare number in every other format. Contains what the service sent, including fields that waybill does not know. --json is short for -o json',
        ],
        ['ndjson', 'One object per line, written as pages arrive'],
        ['csv', 'With a header line; a nested list is JSON in its cell'],
        ['tsv', 'The same, with tabs'],
      ])
      .rows('Choosing', [
        [
          '--fields',
          'Fields to print, in this order, in every format; dotted paths reach inside: cashback.platform. Orders also have computed fields: margin, age, itemCount, trackingUrl',
        ],
        ['--money', 'Cents or dollars in csv and tsv; see waybill help money'],
        [
          '--raw-csv',
          "Does not escape values that a spreadsheet would run as formulas; by default they get a leading '. Not for files that you send back: some values would change",
        ],
        ['--color', 'auto means on a terminal only'],
        ['-q', 'No progress or notices on stderr; problems only'],
      ])
      .text(
        'With json and ndjson, an error is one JSON object on stderr: {"error":{"code","message","status","issues","hint","requestId","exitCode"}}. Unknown members are absent.',
      )
      .lines('Examples', [
        '  # Add up the expected payouts, in cents',
        "  $ waybill orders list --all --json | jq 'map(.expectedPayout) | add'",
        '  # Write a file for a spreadsheet, in dollars',
        '  $ waybill orders list --all -o csv --money dollars --fields orderNumber,retailer,total > orders.csv',
      ]);
  },
};
