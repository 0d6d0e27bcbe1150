import type { Plan, PlannedCommand, PlannedFlag, Source } from './plan';

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const list = (words: readonly string[]) => quote(words.join(' '));

/** The names a word may have at its place: `orders|order`. */
function names({ name, aliases }: { name: string; aliases: readonly string[] }): string[] {
  return [name, ...aliases];
}

/** Bash assignments that say where values come from. */
function assignments(source: Source): string {
  switch (source.from) {
    case 'words':
      return `from=${source.joined ? 'joined' : 'words'} values=${list(source.words)}`;
    case 'living':
      return `from=living values=${source.kind}`;
    default:
      return `from=${source.from} values=''`;
  }
}

/** `case` branches, the patterns of one outcome together. */
function branches(entries: Iterable<readonly [pattern: string, outcome: string]>): string {
  const byOutcome = new Map<string, string[]>();
  for (const [pattern, outcome] of entries) {
    byOutcome.set(outcome, [...(byOutcome.get(outcome) ?? []), pattern]);
  }
  return [...byOutcome]
    .map(([outcome, patterns]) => `    ${patterns.join(' | ')})\n      ${outcome} ;;`)
    .join('\n');
}

function steps(plan: Plan): [string, string][] {
  return plan.nouns.flatMap((noun): [string, string][] => [
    ...names(noun).map((name): [string, string] => [quote(` ${name}`), `path=${quote(noun.name)}`]),
    ...noun.verbs.flatMap((verb) =>
      names(verb).map((name): [string, string] => [
        quote(`${noun.name} ${name}`),
        `path=${quote(`${noun.name} ${verb.name}`)}`,
      ]),
    ),
  ]);
}

function flagValues(plan: Plan): [string, string][] {
  const valued = (prefix: string, flags: readonly PlannedFlag[]): [string, string][] =>
    flags.flatMap(({ names: flagNames, value }) =>
      value === undefined
        ? []
        : flagNames.map((name): [string, string] => [
            prefix === '' ? `*${quote(` ${name}`)}` : quote(`${prefix} ${name}`),
            assignments(value),
          ]),
    );
  return [
    ...plan.commands.flatMap(({ path, flags }) => valued(path.join(' '), flags)),
    ...valued('', plan.globalFlags),
  ];
}

function argumentValues({ path, arguments: args }: PlannedCommand): [string, string][] {
  return args.map(({ variadic, value }, index): [string, string] => [
    variadic ? `${quote(`${path.join(' ')} `)}*` : quote(`${path.join(' ')} ${index}`),
    assignments(value),
  ]);
}

function flagNames(plan: Plan): [string, string][] {
  return plan.commands
    .filter(({ flags }) => flags.length > 0)
    .map(({ path, flags }): [string, string] => [
      quote(path.join(' ')),
      `values=${list(flags.flatMap((flag) => flag.names))}`,
    ]);
}

function verbNames(plan: Plan): [string, string][] {
  return [
    [`''`, `values=${list(plan.nouns.map(({ name }) => name))}`],
    ...plan.nouns
      .filter(({ verbs }) => verbs.length > 0)
      .map(({ name, verbs }): [string, string] => [
        quote(name),
        `values=${list(verbs.map((verb) => verb.name))}`,
      ]),
  ];
}

/** The script for bash 3.2 and later, without any other package. */
export function bashScript(plan: Plan): string {
  return `# bash completion for waybill, generated from its command tree.
# Names, flags and fixed values stand in this file: no program is started for them.

# Goes one word down the tree from $path, or counts the word as an argument.
__waybill_step() {
  case "$path $1" in
    ' help')
      helping=1 ;;
${branches(steps(plan).filter(([pattern]) => pattern !== `' help'`))}
    *)
      if __waybill_names; then path=unknown; else position=$((position + 1)); fi ;;
  esac
}

# Says where the values of flag $1 come from; false where it takes none.
__waybill_flag_value() {
  case "$path $1" in
${branches(flagValues(plan))}
    *)
      return 1 ;;
  esac
}

__waybill_argument_value() {
  case "$path $position" in
${branches(plan.commands.flatMap(argumentValues))}
    *)
      from=nothing values='' ;;
  esac
}

__waybill_flag_names() {
  values=''
  case "$path" in
${branches(flagNames(plan))}
  esac
  from=words values="$values ${plan.globalFlags.flatMap((flag) => flag.names).join(' ')}"
}

# The next word of a name; false where the name is complete.
__waybill_names() {
  from=words
  case "$path" in
${branches(verbNames(plan))}
    *)
      return 1 ;;
  esac
  if [[ -n $helping && -z $path ]]; then values="$values ${plan.topics.join(' ')}"; fi
}

# Offers what begins with $1, each put behind $2.
__waybill_offer() {
  local typed=$1 before=$2 candidate quoted candidates=()
  case $from in
    joined)
      if [[ $typed == *,* ]]; then
        before=$before\${typed%,*},
        typed=\${typed##*,}
      fi
      candidates=($values) ;;
    words)
      candidates=($values) ;;
    living)
      while IFS= read -r candidate; do
        candidates+=("\${candidate%%$'\\t'*}")
      done < <(waybill __complete "$values" -- "\${words[@]:1:\${#words[@]}-2}" 2>/dev/null </dev/null) ;;
    files)
      compopt -o default 2>/dev/null ||
        while IFS= read -r candidate; do
          COMPREPLY+=("$candidate")
        done < <(compgen -f -- "$typed")
      return ;;
  esac
  # Readline replaces only what follows the last = or : where it breaks words there.
  local whole=$before$typed breaks=\${COMP_WORDBREAKS//[^=:]/} cut=''
  if [[ -n $breaks ]]; then cut=\${whole%"\${whole##*[$breaks]}"}; fi
  for candidate in "\${candidates[@]}"; do
    if [[ $candidate == "$typed"* ]]; then
      # What comes from the service is quoted: on a command line it must stay one plain word.
      printf -v quoted %q "$candidate"
      quoted=$before$quoted
      COMPREPLY+=("\${quoted#"$cut"}")
    fi
  done
}

_waybill() {
  local path='' helping='' position=0 from='' values='' flag='' ended=''
  local line=$COMP_LINE words=() word index letter current
  COMPREPLY=()
  # Bash breaks words at = and : as well; what stood together is put together again.
  for ((index = 0; index <= COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    if ((index > 0)) && [[ -n $word && $line != [[:space:]]* ]]; then
      words[\${#words[@]} - 1]+=$word
    else
      words+=("$word")
      line=\${line#"\${line%%[![:space:]]*}"}
    fi
    line=\${line#"$word"}
  done
  current=\${words[\${#words[@]} - 1]}
  for ((index = 1; index < \${#words[@]} - 1; index++)); do
    word=\${words[index]}
    if [[ -n $flag ]]; then
      flag=''
    elif [[ -n $ended ]]; then
      __waybill_step "$word"
    elif [[ $word == -- ]]; then
      ended=1
    elif [[ $word == --* ]]; then
      if [[ $word != *=* ]] && __waybill_flag_value "$word"; then flag=$word; fi
    elif [[ $word == -?* ]]; then
      for ((letter = 1; letter < \${#word}; letter++)); do
        if __waybill_flag_value "-\${word:letter:1}"; then
          if ((letter == \${#word} - 1)); then flag=-\${word:letter:1}; fi
          break
        fi
      done
    else
      __waybill_step "$word"
    fi
  done
  if [[ -n $flag ]]; then
    __waybill_flag_value "$flag"
    __waybill_offer "$current"
  elif [[ -z $ended && $current == --*=* ]]; then
    if __waybill_flag_value "\${current%%=*}"; then
      __waybill_offer "\${current#*=}" "\${current%%=*}="
    fi
  elif [[ -z $ended && $current == -* ]]; then
    __waybill_flag_names
    __waybill_offer "$current"
  elif __waybill_names; then
    __waybill_offer "$current"
  elif [[ -z $helping ]]; then
    __waybill_argument_value
    __waybill_offer "$current"
  fi
}

complete -F _waybill waybill
`;
}
