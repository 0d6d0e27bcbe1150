import type { Plan, PlannedFlag, PlannedName, Source } from './plan';

const quote = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;

function valueOptions(source: Source): string {
  switch (source.from) {
    case 'words': {
      const words = source.words.map(quote).join(' ');
      return source.joined
        ? `-x -a ${quote(`(__waybill_joined ${words})`)}`
        : `-x -a ${quote(source.words.join(' '))}`;
    }
    case 'living':
      return `-x -a ${quote(`(__waybill_living ${source.kind})`)}`;
    case 'files':
      return '-r -F';
    case 'nothing':
      return '-x';
  }
}

function flagLine(condition: string, { names, describe, value }: PlannedFlag): string {
  const options = names
    .map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`))
    .join(' ');
  const where = condition === '' ? '' : ` -n ${quote(condition)}`;
  const values = value === undefined ? '' : ` ${valueOptions(value)}`;
  return `complete -c waybill${where} ${options}${values} -d ${quote(describe)}`;
}

function nameLine(condition: string, { name, summary }: PlannedName): string {
  return `complete -c waybill -n ${quote(condition)} -a ${name} -d ${quote(summary)}`;
}

function steps(plan: Plan): string {
  const entries = plan.nouns.flatMap((noun) => [
    { words: [noun.name, ...noun.aliases].map((name) => ` ${name}`), path: noun.name },
    ...noun.verbs.map((verb) => ({
      words: [verb.name, ...verb.aliases].map((name) => `${noun.name} ${name}`),
      path: `${noun.name} ${verb.name}`,
    })),
  ]);
  return entries
    .map(
      ({ words, path }) =>
        `        case ${words.map(quote).join(' ')}\n            set -g __waybill_path ${quote(path)}`,
    )
    .join('\n');
}

/** Every flag that takes the next word, under the path where it does. */
function valuedFlags(plan: Plan): string {
  const valued = (prefix: string, flags: readonly PlannedFlag[]) =>
    flags
      .filter(({ value }) => value !== undefined)
      .flatMap(({ names }) => names.map((name) => quote(`${prefix} ${name}`)));
  return [
    ...valued('*', plan.globalFlags),
    ...plan.commands.flatMap(({ path, flags }) => valued(path.join(' '), flags)),
  ].join(' ');
}

/** The script for fish 3.0 and later. */
export function fishScript(plan: Plan): string {
  const topLevel = "__waybill_at ''";
  const names = plan.nouns.flatMap((noun) => [
    nameLine(topLevel, noun),
    ...noun.verbs.map((verb) => nameLine(`__waybill_at ${quote(noun.name)}`, verb)),
  ]);
  const topics = plan.topics.map(
    (topic) =>
      `complete -c waybill -n ${quote(`__waybill_helping; and ${topLevel}`)} -a ${topic} -d ${quote('Topic')}`,
  );
  const commands = plan.commands.flatMap(({ path, flags, arguments: args }) => {
    const here = path.join(' ');
    return [
      ...flags.map((flag) => flagLine(`__waybill_at ${quote(here)}`, flag)),
      ...args
        .map((argument, index) => ({ ...argument, index }))
        .filter(({ value }) => value.from !== 'nothing')
        .map(({ variadic, value, index }) => {
          const position = variadic ? `${index} or more` : String(index);
          return `complete -c waybill -n ${quote(`__waybill_argument ${quote(here)} ${position}`)} ${valueOptions(value).replace(/^-[xr] /, '')}`;
        }),
    ];
  });
  return `# fish completion for waybill, generated from its command tree.
# Names, flags and fixed values stand in this file: no program is started for them.

# Goes one word down the tree from $__waybill_path, or counts the word as an argument.
function __waybill_step
    switch "$__waybill_path $argv[1]"
        case ' help'
            set -g __waybill_help 1
${steps({ ...plan, nouns: plan.nouns.filter(({ name }) => name !== 'help') })}
        case '*'
            if contains -- "$__waybill_path" ${['', ...plan.nouns.filter(({ verbs }) => verbs.length > 0).map(({ name }) => name)].map(quote).join(' ')}
                set -g __waybill_path unknown
            else
                set -g __waybill_position (math $__waybill_position + 1)
            end
    end
end

# Whether flag $argv[1] takes a value.
function __waybill_takes_value
    switch "$__waybill_path $argv[1]"
        case ${valuedFlags(plan)}
            return 0
    end
    return 1
end

# Reads the words before the cursor into $__waybill_path, $__waybill_position, $__waybill_help.
function __waybill_read
    set -g __waybill_path ''
    set -g __waybill_position 0
    set -g __waybill_help 0
    set -l skip 0
    set -l ended 0
    for word in (commandline -opc)[2..-1]
        if test $skip = 1
            set skip 0
        else if test $ended = 1
            __waybill_step $word
        else if test "$word" = --
            set ended 1
        else if string match -q -- '--*' $word
            if not string match -q -- '*=*' $word; and __waybill_takes_value $word
                set skip 1
            end
        else if string match -qr -- '^-.' $word
            set -l letters (string split '' -- (string sub -s 2 -- $word))
            for index in (seq (count $letters))
                if __waybill_takes_value -$letters[$index]
                    test $index = (count $letters); and set skip 1
                    break
                end
            end
        else
            __waybill_step $word
        end
    end
end

function __waybill_at
    __waybill_read
    test "$__waybill_path" = "$argv[1]"
end

function __waybill_helping
    __waybill_read
    test $__waybill_help = 1
end

# Whether argument number $argv[2] of the command $argv[1] comes next ("or more" behind it: or a later one).
function __waybill_argument
    __waybill_at $argv[1]; and test $__waybill_help = 0
    and if set -q argv[3]
        test $__waybill_position -ge $argv[2]
    else
        test $__waybill_position -eq $argv[2]
    end
end

# Offers each word behind the ones already typed and their comma.
function __waybill_joined
    set -l typed (commandline -ct | string replace -r '^--[^=]*=' '' | string match -r '^.*,')
    printf '%s\\n' "$typed"$argv
end

# Offers the values of kind $argv[1] that only waybill knows, for the words typed so far.
function __waybill_living
    waybill __complete $argv[1] -- (commandline -opc)[2..-1] 2>/dev/null </dev/null
end

complete -c waybill -f
${[...plan.globalFlags.map((flag) => flagLine('', flag)), ...names, ...topics, ...commands].join('\n')}
`;
}
