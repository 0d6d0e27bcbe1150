import type { Topic } from '../topics';

export const topic: Topic = {
  write(page) {
    page
      .text(
        'Results go to stdout and nothing else does; progress, notices, questions and errors go to stderr.',
      )
      .rows('Formats, with -o', [
        ['table', 'For people, the default: fitted to a terminal; plain and uncut in a pipe'],
        [
          'json',
          'One document: an array for a list, an object for one thing. What the service sent, fields that waybill does not know included. --json is short for it',
        ],
        ['ndjson', 'One object a line, written as pages arrive'],
        ['csv', 'With a header line; a nested list becomes JSON in its cell'],
        ['tsv', 'The same with tabs'],
      ])
      .rows('Choosing', [
        [
          '--fields',
          'Which fields, in this order, in every format; dotted paths reach inside: cashback.platform. Orders have computed ones, too: margin, age, itemCount, trackingUrl',
        ],
        ['--money', 'Cents or dollars in csv and tsv, see waybill help money'],
        [
          '--raw-csv',
          "Leaves values alone that a spreadsheet would run as a formula; they get a leading ' otherwise",
        ],
        ['--color', 'auto: on a terminal only'],
        ['-q', 'No progress and no notices on stderr, errors only'],
      ])
      .text(
        'With json and ndjson an error is one JSON object on stderr: {"error":{"code","message","status","issues","hint","requestId","exitCode"}}, absent where unknown.',
      )
      .lines('Examples', [
        '  # What is still to be paid, in cents',
        "  $ waybill orders list --all --json | jq 'map(.expectedPayout) | add'",
        '  # A file for a spreadsheet, in dollars',
        '  $ waybill orders list --all -o csv --money dollars --fields orderNumber,retailer,total > orders.csv',
      ]);
  },
};
