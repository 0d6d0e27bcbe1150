# fish completion for waybill, generated from its command tree.
# Names, flags and fixed values stand in this file: no program is started for them.

# Goes one word down the tree from $__waybill_path, or counts the word as an argument.
function __waybill_step
    switch "$__waybill_path $argv[1]"
        case ' help'
            set -g __waybill_help 1
        case ' config'
            set -g __waybill_path 'config'
        case 'config list' 'config ls'
            set -g __waybill_path 'config list'
        case 'config get'
            set -g __waybill_path 'config get'
        case 'config set'
            set -g __waybill_path 'config set'
        case 'config unset'
            set -g __waybill_path 'config unset'
        case 'config path'
            set -g __waybill_path 'config path'
        case ' sandbox'
            set -g __waybill_path 'sandbox'
        case 'sandbox serve'
            set -g __waybill_path 'sandbox serve'
        case 'sandbox seed'
            set -g __waybill_path 'sandbox seed'
        case 'sandbox reset'
            set -g __waybill_path 'sandbox reset'
        case 'sandbox info'
            set -g __waybill_path 'sandbox info'
        case ' completion'
            set -g __waybill_path 'completion'
        case '*'
            if contains -- "$__waybill_path" '' 'config' 'sandbox'
                set -g __waybill_path unknown
            else
                set -g __waybill_position (math $__waybill_position + 1)
            end
    end
end

# Whether flag $argv[1] takes a value.
function __waybill_takes_value
    switch "$__waybill_path $argv[1]"
        case '* --profile' '* --base-url' '* -o' '* --output' '* --fields' '* --money' '* --color' '* --timeout' '* --max-wait' '* --retries' '* --concurrency' '* --ca-file' 'sandbox serve --port' 'sandbox serve --host' 'sandbox serve --db' 'sandbox serve --plan' 'sandbox serve --rate-limit' 'sandbox serve --latency' 'sandbox seed --orders' 'sandbox seed --giftcards' 'sandbox seed --cards' 'sandbox seed --seed' 'sandbox seed --db' 'sandbox reset --db' 'sandbox info --db'
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
    printf '%s\n' "$typed"$argv
end

# Offers the values of kind $argv[1] that only waybill knows, for the words typed so far.
function __waybill_living
    waybill __complete $argv[1] -- (commandline -opc)[2..-1] 2>/dev/null </dev/null
end

complete -c waybill -f
complete -c waybill -l profile -x -a '(__waybill_living profile)' -d 'Which account'
complete -c waybill -l sandbox -d 'The embedded practice service instead of an account: no set-up, no network'
complete -c waybill -l base-url -x -d 'The service\'s address, version prefix included'
complete -c waybill -s o -l output -x -a 'table json ndjson csv tsv' -d 'How results are printed'
complete -c waybill -l json -d 'Short for -o json'
complete -c waybill -l fields -x -d 'Which fields, in this order; dotted paths reach inside'
complete -c waybill -l money -x -a 'cents dollars' -d 'Unit of money in csv and tsv, out and in'
complete -c waybill -l raw-csv -d 'Do not escape csv and tsv values that a spreadsheet would run'
complete -c waybill -l color -x -a 'auto always never' -d 'When to use colour'
complete -c waybill -l timeout -x -d 'One request\'s limit (30 for reads, 60 for writes)'
complete -c waybill -l max-wait -x -d 'How long in all to wait out rate limits'
complete -c waybill -l retries -x -d 'Tries after the first'
complete -c waybill -l concurrency -x -d 'Requests under way at once'
complete -c waybill -l ca-file -r -F -d 'An extra certificate authority'
complete -c waybill -l dry-run -d 'Print each request that would be sent, send none'
complete -c waybill -s y -l yes -d 'Answer yes to every confirmation'
complete -c waybill -l no-input -d 'Never ask; what is missing is a usage error'
complete -c waybill -s q -l quiet -d 'No progress, no notices; errors only'
complete -c waybill -s v -l verbose -d 'One line a request on stderr'
complete -c waybill -l debug -d 'Headers and bodies as well, credentials and redemption codes masked'
complete -c waybill -s h -l help -d 'Show help'
complete -c waybill -s V -l version -d 'Show the version'
complete -c waybill -n '__waybill_at \'\'' -a config -d 'Settings'
complete -c waybill -n '__waybill_at \'config\'' -a list -d 'List settings and where each comes from'
complete -c waybill -n '__waybill_at \'config\'' -a get -d 'Print one setting'
complete -c waybill -n '__waybill_at \'config\'' -a set -d 'Keep a setting in the profile'
complete -c waybill -n '__waybill_at \'config\'' -a unset -d 'Take a setting out of the profile'
complete -c waybill -n '__waybill_at \'config\'' -a path -d 'Print where the settings file is'
complete -c waybill -n '__waybill_at \'\'' -a sandbox -d 'The embedded practice service'
complete -c waybill -n '__waybill_at \'sandbox\'' -a serve -d 'Offer the practice service over HTTP'
complete -c waybill -n '__waybill_at \'sandbox\'' -a seed -d 'Add practice orders and cards'
complete -c waybill -n '__waybill_at \'sandbox\'' -a reset -d 'Put the practice account back to its sample'
complete -c waybill -n '__waybill_at \'sandbox\'' -a info -d 'Where the practice account is and what it holds'
complete -c waybill -n '__waybill_at \'\'' -a completion -d 'A shell\'s completion script'
complete -c waybill -n '__waybill_at \'\'' -a help -d 'Help on a command or a topic'
complete -c waybill -n '__waybill_helping; and __waybill_at \'\'' -a exit-codes -d 'Topic'
complete -c waybill -n '__waybill_helping; and __waybill_at \'\'' -a environment -d 'Topic'
complete -c waybill -n '__waybill_helping; and __waybill_at \'\'' -a output -d 'Topic'
complete -c waybill -n '__waybill_helping; and __waybill_at \'\'' -a money -d 'Topic'
complete -c waybill -n '__waybill_helping; and __waybill_at \'\'' -a csv -d 'Topic'
complete -c waybill -n '__waybill_helping; and __waybill_at \'\'' -a cron -d 'Topic'
complete -c waybill -n '__waybill_argument \'config get\' 0' -a 'baseUrl output money color timeout maxWait retries concurrency caFile credentialCommand'
complete -c waybill -n '__waybill_argument \'config set\' 0' -a 'baseUrl output money color timeout maxWait retries concurrency caFile credentialCommand'
complete -c waybill -n '__waybill_argument \'config unset\' 0' -a 'baseUrl output money color timeout maxWait retries concurrency caFile credentialCommand'
complete -c waybill -n '__waybill_at \'sandbox serve\'' -l port -x -d 'The port to listen on; 0 is any that is free'
complete -c waybill -n '__waybill_at \'sandbox serve\'' -l host -x -d 'The address to listen on'
complete -c waybill -n '__waybill_at \'sandbox serve\'' -l db -r -F -d 'The practice database; :memory: keeps nothing'
complete -c waybill -n '__waybill_at \'sandbox serve\'' -l plan -x -a 'paid free' -d 'The plan: free has no API access (403)'
complete -c waybill -n '__waybill_at \'sandbox serve\'' -l rate-limit -x -d 'Answer 429 beyond so many requests in so many seconds'
complete -c waybill -n '__waybill_at \'sandbox serve\'' -l latency -x -d 'Hold every answer back so long'
complete -c waybill -n '__waybill_at \'sandbox seed\'' -l orders -x -d 'How many buying group orders to add'
complete -c waybill -n '__waybill_at \'sandbox seed\'' -l giftcards -x -d 'How many gift card orders to add'
complete -c waybill -n '__waybill_at \'sandbox seed\'' -l cards -x -d 'How many credit cards to add'
complete -c waybill -n '__waybill_at \'sandbox seed\'' -l seed -x -d 'What chance begins from'
complete -c waybill -n '__waybill_at \'sandbox seed\'' -l db -r -F -d 'The practice database; :memory: keeps nothing'
complete -c waybill -n '__waybill_at \'sandbox reset\'' -l db -r -F -d 'The practice database; :memory: keeps nothing'
complete -c waybill -n '__waybill_at \'sandbox info\'' -l db -r -F -d 'The practice database; :memory: keeps nothing'
complete -c waybill -n '__waybill_argument \'completion\' 0' -a 'bash zsh fish powershell'
