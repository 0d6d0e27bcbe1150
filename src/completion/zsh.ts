import type { Plan, PlannedCommand, PlannedFlag, PlannedName, Source } from './plan';

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** A text inside a spec of `_arguments`, where brackets and colons have a meaning. */
const inSpec = (text: string) => text.replace(/[[\]:\\]/g, '\\$&');

function action(source: Source): string {
  switch (source.from) {
    case 'words':
      return source.joined
        ? `_values -s , value ${source.words.join(' ')}`
        : `(${source.words.join(' ')})`;
    case 'living':
      return `__waybill_living ${source.kind}`;
    case 'files':
      return '_files';
    case 'nothing':
      return ' ';
  }
}

/** The specs of one flag, one for each of its names; either excludes the other. */
function flagSpecs({ names, describe, repeatable, value }: PlannedFlag): string[] {
  const exclude = repeatable || names.length === 1 ? '' : `(${names.join(' ')})`;
  return names.map((name) => {
    const joint = value === undefined ? '' : name.startsWith('--') ? '=' : '+';
    const what = value === undefined ? '' : `:value:${action(value)}`;
    return quote(`${repeatable ? '*' : exclude}${name}${joint}[${inSpec(describe)}]${what}`);
  });
}

function described(entries: readonly PlannedName[]): string[] {
  return entries.map(({ name, summary }) => quote(`${inSpec(name)}:${summary}`));
}

function lines(specs: readonly string[], indent: string): string {
  return specs.map((spec) => `${indent}${spec}`).join(' \\\n');
}

function commandBody({ flags, arguments: args }: PlannedCommand, indent: string): string {
  const specs = [
    ...flags.flatMap(flagSpecs),
    ...args.map(({ name, variadic, value }) =>
      quote(`${variadic ? '*' : ''}:${inSpec(name)}:${action(value)}`),
    ),
  ];
  return `${indent}_arguments -s -S : $waybill_flags${specs.length === 0 ? '' : ` \\\n${lines(specs, `${indent}  `)}`}`;
}

function pattern({ name, aliases }: PlannedName): string {
  return [name, ...aliases].join('|');
}

function nounFunction(plan: Plan, name: string): string {
  const noun = plan.nouns.find((one) => one.name === name);
  const commands = plan.commands.filter(({ path }) => path[0] === name);
  if (noun === undefined || noun.verbs.length === 0) {
    return commands
      .map((command) => `__waybill_${name}() {\n${commandBody(command, '  ')}\n}`)
      .join('\n');
  }
  const branches = commands.map(
    (command) => `        ${pattern(command)})\n${commandBody(command, '          ')} ;;`,
  );
  return `__waybill_${name}() {
  local curcontext=$curcontext state state_descr line
  _arguments -s -S -C : $waybill_flags '(-): :__waybill_${name}_verbs' '(-)*:: :->verb' && return
  case $state in
    verb)
      case $words[1] in
${branches.join('\n')}
      esac ;;
  esac
}

__waybill_${name}_verbs() {
  local -a verbs=(
${described(noun.verbs)
  .map((verb) => `    ${verb}`)
  .join('\n')}
  )
  _describe -t verbs verb verbs
}`;
}

/** The verbs that `waybill help <noun>` takes. */
function helpBranches(plan: Plan): string {
  return plan.nouns
    .filter(({ verbs }) => verbs.length > 0)
    .map((noun) => `    ${pattern(noun)}) __waybill_${noun.name}_verbs ;;`)
    .join('\n');
}

/** The script for zsh: autoloaded as `_waybill` from a folder in `$fpath`, or sourced. */
export function zshScript(plan: Plan): string {
  const plain = plan.nouns.filter(({ name }) => name !== 'help');
  return `#compdef waybill
# zsh completion for waybill, generated from its command tree.
# Names, flags and fixed values stand in this file: no program is started for them.

# Offers the values that only waybill knows, for the words typed so far. Their kind comes last,
# behind what _arguments wants compadd to be told.
__waybill_living() {
  local -a found=(\${(f)"$(waybill __complete $@[-1] -- $waybill_words 2>/dev/null </dev/null)"})
  local -a values=(\${found%%$'\\t'*}) shown=(\${found/$'\\t'/  })
  compadd "\${@[1,-2]}" -l -d shown -a values
}

__waybill_nouns() {
  local -a nouns=(
${described(plan.nouns)
  .map((noun) => `    ${noun}`)
  .join('\n')}
  )
  _describe -t commands command nouns
}

__waybill_help() {
  local curcontext=$curcontext state state_descr line
  _arguments -s -S -C : $waybill_flags '(-): :->name' '(-):: :->verb' && return
  case $state in
    name)
      local -a topics=(${plan.topics.join(' ')})
      __waybill_nouns
      compadd -X topic -a topics ;;
    verb) __waybill_help_verbs $line[1] ;;
  esac
}

__waybill_help_verbs() {
  case $1 in
${helpBranches(plan)}
  esac
}

${plain.map(({ name }) => nounFunction(plan, name)).join('\n\n')}

_waybill() {
  local curcontext=$curcontext state state_descr line
  local -a waybill_words=("\${(@Q)words[2,CURRENT-1]}")
  local -a waybill_flags=(
${plan.globalFlags
  .flatMap(flagSpecs)
  .map((spec) => `    ${spec}`)
  .join('\n')}
  )
  _arguments -s -S -C : $waybill_flags '(-): :__waybill_nouns' '(-)*:: :->noun' && return
  case $state in
    noun)
      case $words[1] in
${plan.nouns.map((noun) => `        ${pattern(noun)}) __waybill_${noun.name} ;;`).join('\n')}
      esac ;;
  esac
}

if [[ $funcstack[1] == _waybill ]]; then
  _waybill "$@"
else
  compdef _waybill waybill
fi
`;
}
