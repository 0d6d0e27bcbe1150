import type { Plan, PlannedFlag, PlannedName, Source } from './plan';

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
const array = (words: readonly string[]) => `@(${words.map(quote).join(', ')})`;

function source(value: Source): string {
  switch (value.from) {
    case 'words':
      return `@{ From = '${value.joined ? 'joined' : 'words'}'; Words = ${array(value.words)} }`;
    case 'living':
      return `@{ From = 'living'; Kind = '${value.kind}' }`;
    default:
      return `@{ From = '${value.from}' }`;
  }
}

function branches(
  entries: readonly (readonly [words: readonly string[], outcome: string])[],
): string {
  return entries
    .flatMap(([words, outcome]) =>
      words.map((word) => `        ${quote(word)} { return ${outcome} }`),
    )
    .join('\n');
}

function steps(plan: Plan) {
  return plan.nouns
    .filter(({ name }) => name !== 'help')
    .flatMap((noun) => [
      [[noun.name, ...noun.aliases].map((name) => ` ${name}`), quote(noun.name)] as const,
      ...noun.verbs.map(
        (verb) =>
          [
            [verb.name, ...verb.aliases].map((name) => `${noun.name} ${name}`),
            quote(`${noun.name} ${verb.name}`),
          ] as const,
      ),
    ]);
}

function values(prefix: string, flags: readonly PlannedFlag[]) {
  return flags.flatMap(({ names, value }) =>
    value === undefined ? [] : [[names.map((name) => `${prefix}${name}`), source(value)] as const],
  );
}

function offers(entries: readonly { readonly name: string; readonly text: string }[]): string {
  return `@(${entries.map(({ name, text }) => `@{ Name = ${quote(name)}; Text = ${quote(text)} }`).join(', ')})`;
}

function nameOffers(entries: readonly PlannedName[]): string {
  return offers(entries.map(({ name, summary }) => ({ name, text: summary })));
}

function flagOffers(flags: readonly PlannedFlag[]): string {
  return offers(
    flags.flatMap(({ names, describe }) => names.map((name) => ({ name, text: describe }))),
  );
}

function argumentBranches(plan: Plan): string {
  return plan.commands
    .flatMap(({ path, arguments: args }) =>
      args.map(({ variadic, value }, index) => {
        const here = variadic ? `${path.join(' ')} *` : `${path.join(' ')} ${index}`;
        return `        ${quote(here)} { return ${source(value)} }`;
      }),
    )
    .join('\n');
}

/** The script for PowerShell 5.1 and later. */
export function powershellScript(plan: Plan): string {
  return `# PowerShell completion for waybill, generated from its command tree.
# Names, flags and fixed values stand in this file: no program is started for them.

# Where one more word leads from $path; nothing where it is an argument.
function __waybill_step([string] $path, [string] $word) {
    switch -Exact -CaseSensitive ("$path $word") {
${branches(steps(plan))}
    }
}

# Where the values of a flag come from; nothing where it takes none.
function __waybill_flag_value([string] $path, [string] $flag) {
    switch -Exact -CaseSensitive ($flag) {
${branches(values('', plan.globalFlags))}
    }
    switch -Exact -CaseSensitive ("$path $flag") {
${branches(plan.commands.flatMap(({ path, flags }) => values(`${path.join(' ')} `, flags)))}
    }
}

function __waybill_argument_value([string] $path, [int] $position) {
    switch -Wildcard -CaseSensitive ("$path $position") {
${argumentBranches(plan)}
    }
    return @{ From = 'nothing' }
}

function __waybill_names([string] $path) {
    switch -Exact -CaseSensitive ($path) {
${branches([
  [[''], nameOffers(plan.nouns)],
  ...plan.nouns
    .filter(({ verbs }) => verbs.length > 0)
    .map(({ name, verbs }) => [[name], nameOffers(verbs)] as const),
])}
    }
}

function __waybill_flags([string] $path) {
    $own = switch -Exact -CaseSensitive ($path) {
${plan.commands
  .filter(({ flags }) => flags.length > 0)
  .map(({ path, flags }) => `        ${quote(path.join(' '))} { ${flagOffers(flags)} }`)
  .join('\n')}
    }
    return @($own) + ${flagOffers(plan.globalFlags)}
}

Register-ArgumentCompleter -Native -CommandName waybill -ScriptBlock {
    param([string] $current, $ast, [int] $cursor)
    $words = @($ast.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursor } |
        ForEach-Object { if ($null -ne $_.Value) { "$($_.Value)" } else { $_.Extent.Text } })
    $path = ''; $position = 0; $flag = ''; $ended = $false; $helping = $false
    foreach ($word in $words) {
        if ($flag) { $flag = ''; continue }
        if (-not $ended -and $word -eq '--') { $ended = $true; continue }
        if (-not $ended -and $word -clike '--*') {
            if ($word -notlike '*=*' -and (__waybill_flag_value $path $word)) { $flag = $word }
            continue
        }
        if (-not $ended -and $word -clike '-?*') {
            for ($index = 1; $index -lt $word.Length; $index++) {
                if (__waybill_flag_value $path "-$($word[$index])") {
                    if ($index -eq $word.Length - 1) { $flag = "-$($word[$index])" }
                    break
                }
            }
            continue
        }
        if ($path -eq '' -and $word -ceq 'help') { $helping = $true; continue }
        $next = __waybill_step $path $word
        if ($next) { $path = $next } elseif (__waybill_names $path) { $path = 'unknown' } else { $position++ }
    }
    $before = ''; $source = $null; $offers = @()
    if ($flag) {
        $source = __waybill_flag_value $path $flag
    } elseif (-not $ended -and $current -clike '--*=*') {
        $name, $rest = $current -split '=', 2
        $source = __waybill_flag_value $path $name
        $before = "$name="
        $current = $rest
    } elseif (-not $ended -and $current -clike '-*') {
        $offers = @(__waybill_flags $path)
    } else {
        $offers = @(__waybill_names $path)
        if ($offers.Count -gt 0) {
            if ($helping -and $path -eq '') { $offers += ${offers(plan.topics.map((topic) => ({ name: topic, text: 'Topic' })))} }
        } elseif (-not $helping) {
            $source = __waybill_argument_value $path $position
        }
    }
    if ($source) {
        switch ($source.From) {
            'words' { $offers = @($source.Words | ForEach-Object { @{ Name = $_; Text = $_ } }) }
            'joined' {
                $comma = $current.LastIndexOf(',') + 1
                $before += $current.Substring(0, $comma)
                $current = $current.Substring($comma)
                $offers = @($source.Words | ForEach-Object { @{ Name = $_; Text = $_ } })
            }
            'living' {
                $found = @(waybill __complete $source.Kind '--' @words 2>$null)
                $offers = @($found | ForEach-Object {
                    $value, $text = "$_" -split "\`t", 2
                    @{ Name = $value; Text = if ($text) { $text } else { $value } }
                })
            }
        }
    }
    foreach ($offer in $offers) {
        if (-not $offer.Name.StartsWith($current, [StringComparison]::Ordinal)) { continue }
        $text = $before + $offer.Name
        # What comes from the service is quoted: on a command line it must stay one plain word.
        if ($text -notmatch '^[\\w.,:/=-]+$') { $text = "'" + $text.Replace("'", "''") + "'" }
        [System.Management.Automation.CompletionResult]::new($text, $offer.Name, 'ParameterValue', $offer.Text)
    }
}
`;
}
