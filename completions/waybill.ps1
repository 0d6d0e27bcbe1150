# PowerShell completion for waybill, generated from its command tree.
# Names, flags and fixed values stand in this file: no program is started for them.

# Where one more word leads from $path; nothing where it is an argument.
function __waybill_step([string] $path, [string] $word) {
    switch -Exact -CaseSensitive ("$path $word") {
        ' config' { return 'config' }
        'config list' { return 'config list' }
        'config ls' { return 'config list' }
        'config get' { return 'config get' }
        'config set' { return 'config set' }
        'config unset' { return 'config unset' }
        'config path' { return 'config path' }
        ' sandbox' { return 'sandbox' }
        'sandbox serve' { return 'sandbox serve' }
        'sandbox seed' { return 'sandbox seed' }
        'sandbox reset' { return 'sandbox reset' }
        'sandbox info' { return 'sandbox info' }
        ' completion' { return 'completion' }
    }
}

# Where the values of a flag come from; nothing where it takes none.
function __waybill_flag_value([string] $path, [string] $flag) {
    switch -Exact -CaseSensitive ($flag) {
        '--profile' { return @{ From = 'living'; Kind = 'profile' } }
        '--base-url' { return @{ From = 'nothing' } }
        '-o' { return @{ From = 'words'; Words = @('table', 'json', 'ndjson', 'csv', 'tsv') } }
        '--output' { return @{ From = 'words'; Words = @('table', 'json', 'ndjson', 'csv', 'tsv') } }
        '--fields' { return @{ From = 'nothing' } }
        '--money' { return @{ From = 'words'; Words = @('cents', 'dollars') } }
        '--color' { return @{ From = 'words'; Words = @('auto', 'always', 'never') } }
        '--timeout' { return @{ From = 'nothing' } }
        '--max-wait' { return @{ From = 'nothing' } }
        '--retries' { return @{ From = 'nothing' } }
        '--concurrency' { return @{ From = 'nothing' } }
        '--ca-file' { return @{ From = 'files' } }
    }
    switch -Exact -CaseSensitive ("$path $flag") {
        'sandbox serve --port' { return @{ From = 'nothing' } }
        'sandbox serve --host' { return @{ From = 'nothing' } }
        'sandbox serve --db' { return @{ From = 'files' } }
        'sandbox serve --plan' { return @{ From = 'words'; Words = @('paid', 'free') } }
        'sandbox serve --rate-limit' { return @{ From = 'nothing' } }
        'sandbox serve --latency' { return @{ From = 'nothing' } }
        'sandbox seed --orders' { return @{ From = 'nothing' } }
        'sandbox seed --giftcards' { return @{ From = 'nothing' } }
        'sandbox seed --cards' { return @{ From = 'nothing' } }
        'sandbox seed --seed' { return @{ From = 'nothing' } }
        'sandbox seed --db' { return @{ From = 'files' } }
        'sandbox reset --db' { return @{ From = 'files' } }
        'sandbox info --db' { return @{ From = 'files' } }
    }
}

function __waybill_argument_value([string] $path, [int] $position) {
    switch -Wildcard -CaseSensitive ("$path $position") {
        'config get 0' { return @{ From = 'words'; Words = @('baseUrl', 'output', 'money', 'color', 'timeout', 'maxWait', 'retries', 'concurrency', 'caFile', 'credentialCommand') } }
        'config set 0' { return @{ From = 'words'; Words = @('baseUrl', 'output', 'money', 'color', 'timeout', 'maxWait', 'retries', 'concurrency', 'caFile', 'credentialCommand') } }
        'config set 1' { return @{ From = 'nothing' } }
        'config unset 0' { return @{ From = 'words'; Words = @('baseUrl', 'output', 'money', 'color', 'timeout', 'maxWait', 'retries', 'concurrency', 'caFile', 'credentialCommand') } }
        'completion 0' { return @{ From = 'words'; Words = @('bash', 'zsh', 'fish', 'powershell') } }
    }
    return @{ From = 'nothing' }
}

function __waybill_names([string] $path) {
    switch -Exact -CaseSensitive ($path) {
        '' { return @(@{ Name = 'config'; Text = 'Settings' }, @{ Name = 'sandbox'; Text = 'The embedded practice service' }, @{ Name = 'completion'; Text = 'A shell''s completion script' }, @{ Name = 'help'; Text = 'Help on a command or a topic' }) }
        'config' { return @(@{ Name = 'list'; Text = 'List settings and where each comes from' }, @{ Name = 'get'; Text = 'Print one setting' }, @{ Name = 'set'; Text = 'Keep a setting in the profile' }, @{ Name = 'unset'; Text = 'Take a setting out of the profile' }, @{ Name = 'path'; Text = 'Print where the settings file is' }) }
        'sandbox' { return @(@{ Name = 'serve'; Text = 'Offer the practice service over HTTP' }, @{ Name = 'seed'; Text = 'Add practice orders and cards' }, @{ Name = 'reset'; Text = 'Put the practice account back to its sample' }, @{ Name = 'info'; Text = 'Where the practice account is and what it holds' }) }
    }
}

function __waybill_flags([string] $path) {
    $own = switch -Exact -CaseSensitive ($path) {
        'sandbox serve' { @(@{ Name = '--port'; Text = 'The port to listen on; 0 is any that is free' }, @{ Name = '--host'; Text = 'The address to listen on' }, @{ Name = '--db'; Text = 'The practice database; :memory: keeps nothing' }, @{ Name = '--plan'; Text = 'The plan: free has no API access (403)' }, @{ Name = '--rate-limit'; Text = 'Answer 429 beyond so many requests in so many seconds' }, @{ Name = '--latency'; Text = 'Hold every answer back so long' }) }
        'sandbox seed' { @(@{ Name = '--orders'; Text = 'How many buying group orders to add' }, @{ Name = '--giftcards'; Text = 'How many gift card orders to add' }, @{ Name = '--cards'; Text = 'How many credit cards to add' }, @{ Name = '--seed'; Text = 'What chance begins from' }, @{ Name = '--db'; Text = 'The practice database; :memory: keeps nothing' }) }
        'sandbox reset' { @(@{ Name = '--db'; Text = 'The practice database; :memory: keeps nothing' }) }
        'sandbox info' { @(@{ Name = '--db'; Text = 'The practice database; :memory: keeps nothing' }) }
    }
    return @($own) + @(@{ Name = '--profile'; Text = 'Which account' }, @{ Name = '--sandbox'; Text = 'The embedded practice service instead of an account: no set-up, no network' }, @{ Name = '--base-url'; Text = 'The service''s address, version prefix included' }, @{ Name = '-o'; Text = 'How results are printed' }, @{ Name = '--output'; Text = 'How results are printed' }, @{ Name = '--json'; Text = 'Short for -o json' }, @{ Name = '--fields'; Text = 'Which fields, in this order; dotted paths reach inside' }, @{ Name = '--money'; Text = 'Unit of money in csv and tsv, out and in' }, @{ Name = '--raw-csv'; Text = 'Do not escape csv and tsv values that a spreadsheet would run' }, @{ Name = '--color'; Text = 'When to use colour' }, @{ Name = '--timeout'; Text = 'One request''s limit (30 for reads, 60 for writes)' }, @{ Name = '--max-wait'; Text = 'How long in all to wait out rate limits' }, @{ Name = '--retries'; Text = 'Tries after the first' }, @{ Name = '--concurrency'; Text = 'Requests under way at once' }, @{ Name = '--ca-file'; Text = 'An extra certificate authority' }, @{ Name = '--dry-run'; Text = 'Print each request that would be sent, send none' }, @{ Name = '-y'; Text = 'Answer yes to every confirmation' }, @{ Name = '--yes'; Text = 'Answer yes to every confirmation' }, @{ Name = '--no-input'; Text = 'Never ask; what is missing is a usage error' }, @{ Name = '-q'; Text = 'No progress, no notices; errors only' }, @{ Name = '--quiet'; Text = 'No progress, no notices; errors only' }, @{ Name = '-v'; Text = 'One line a request on stderr' }, @{ Name = '--verbose'; Text = 'One line a request on stderr' }, @{ Name = '--debug'; Text = 'Headers and bodies as well, credentials and redemption codes masked' }, @{ Name = '-h'; Text = 'Show help' }, @{ Name = '--help'; Text = 'Show help' }, @{ Name = '-V'; Text = 'Show the version' }, @{ Name = '--version'; Text = 'Show the version' })
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
            if ($helping -and $path -eq '') { $offers += @(@{ Name = 'exit-codes'; Text = 'Topic' }, @{ Name = 'environment'; Text = 'Topic' }, @{ Name = 'output'; Text = 'Topic' }, @{ Name = 'money'; Text = 'Topic' }, @{ Name = 'csv'; Text = 'Topic' }, @{ Name = 'cron'; Text = 'Topic' }) }
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
                $offers = @($found | ForEach-Object { @{ Name = $_; Text = $_ } })
            }
        }
    }
    foreach ($offer in $offers) {
        if (-not $offer.Name.StartsWith($current, [StringComparison]::Ordinal)) { continue }
        $text = $before + $offer.Name
        # What comes from the service is quoted: on a command line it must stay one plain word.
        if ($text -notmatch '^[\w.,:/=-]+$') { $text = "'" + $text.Replace("'", "''") + "'" }
        [System.Management.Automation.CompletionResult]::new($text, $offer.Name, 'ParameterValue', $offer.Text)
    }
}
