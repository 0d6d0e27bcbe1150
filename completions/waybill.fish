# fish completion for waybill, generated from its command tree.
# Names, flags and fixed values stand in this file: no program is started for them.

# Goes one word down the tree from $__waybill_path, or counts the word as an argument.
function __waybill_step
    switch "$__waybill_path $argv[1]"
        case ' help'
            set -g __waybill_help 1
        case ' auth'
            set -g __waybill_path 'auth'
        case 'auth login'
            set -g __waybill_path 'auth login'
        case 'auth status'
            set -g __waybill_path 'auth status'
        case 'auth list' 'auth ls'
            set -g __waybill_path 'auth list'
        case 'auth switch'
            set -g __waybill_path 'auth switch'
        case 'auth rotate'
            set -g __waybill_path 'auth rotate'
        case 'auth logout'
            set -g __waybill_path 'auth logout'
        case ' orders' ' order'
            set -g __waybill_path 'orders'
        case 'orders list' 'orders ls'
            set -g __waybill_path 'orders list'
        case 'orders get'
            set -g __waybill_path 'orders get'
        case 'orders create'
            set -g __waybill_path 'orders create'
        case 'orders update'
            set -g __waybill_path 'orders update'
        case ' giftcards' ' giftcard'
            set -g __waybill_path 'giftcards'
        case 'giftcards list' 'giftcards ls'
            set -g __waybill_path 'giftcards list'
        case 'giftcards get'
            set -g __waybill_path 'giftcards get'
        case 'giftcards create'
            set -g __waybill_path 'giftcards create'
        case 'giftcards update'
            set -g __waybill_path 'giftcards update'
        case ' shipments' ' shipment'
            set -g __waybill_path 'shipments'
        case 'shipments add'
            set -g __waybill_path 'shipments add'
        case 'shipments check'
            set -g __waybill_path 'shipments check'
        case 'shipments list' 'shipments ls'
            set -g __waybill_path 'shipments list'
        case ' cards' ' card'
            set -g __waybill_path 'cards'
        case 'cards list' 'cards ls'
            set -g __waybill_path 'cards list'
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
        case 'sandbox examples'
            set -g __waybill_path 'sandbox examples'
        case ' api'
            set -g __waybill_path 'api'
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
        case ' completion'
            set -g __waybill_path 'completion'
        case ' doctor'
            set -g __waybill_path 'doctor'
        case '*'
            if contains -- "$__waybill_path" '' 'auth' 'orders' 'giftcards' 'shipments' 'cards' 'sandbox' 'config'
                set -g __waybill_path unknown
            else
                set -g __waybill_position (math $__waybill_position + 1)
            end
    end
end

# Whether flag $argv[1] takes a value.
function __waybill_takes_value
    switch "$__waybill_path $argv[1]"
        case '* --profile' '* --base-url' '* -o' '* --output' '* --fields' '* --money' '* --today' '* --color' '* --timeout' '* --max-wait' '* --retries' '* --concurrency' '* --ca-file' 'auth login --api-key' 'auth login --store' 'orders list --status' 'orders list --group' 'orders list --retailer' 'orders list --since' 'orders list --until' 'orders list --older-than' 'orders list --source' 'orders list --card' 'orders list --tracking' 'orders list --search' 'orders list -L' 'orders list --limit' 'orders list --offset' 'orders list --sort' 'orders get --by' 'orders create --date' 'orders create --time' 'orders create --retailer' 'orders create --order-number' 'orders create --status' 'orders create --shipping' 'orders create --tax' 'orders create --discount' 'orders create --card' 'orders create --sub-card' 'orders create --earn-rate' 'orders create --account' 'orders create --notes' 'orders create --group' 'orders create --item' 'orders create --items-file' 'orders create --codes-file' 'orders create --from-json' 'orders update --by' 'orders update --date' 'orders update --time' 'orders update --retailer' 'orders update --order-number' 'orders update --status' 'orders update --shipping' 'orders update --tax' 'orders update --discount' 'orders update --card' 'orders update --sub-card' 'orders update --earn-rate' 'orders update --account' 'orders update --notes' 'orders update --group' 'orders update --item' 'orders update --items-file' 'orders update --codes-file' 'orders update --from-json' 'orders update --clear' 'orders update --add-item' 'orders update --set-item' 'orders update --remove-item' 'orders update --if-status' 'orders update --csv' 'orders update --results' 'orders update --rejects' 'giftcards list --status' 'giftcards list --platform' 'giftcards list --retailer' 'giftcards list --since' 'giftcards list --until' 'giftcards list --older-than' 'giftcards list --source' 'giftcards list --card' 'giftcards list --search' 'giftcards list -L' 'giftcards list --limit' 'giftcards list --offset' 'giftcards list --sort' 'giftcards get --by' 'giftcards create --date' 'giftcards create --time' 'giftcards create --retailer' 'giftcards create --order-number' 'giftcards create --status' 'giftcards create --shipping' 'giftcards create --tax' 'giftcards create --discount' 'giftcards create --card' 'giftcards create --sub-card' 'giftcards create --earn-rate' 'giftcards create --account' 'giftcards create --notes' 'giftcards create --platform' 'giftcards create --item' 'giftcards create --items-file' 'giftcards create --codes-file' 'giftcards create --from-json' 'giftcards create --csv' 'giftcards create --results' 'giftcards create --rejects' 'giftcards update --by' 'giftcards update --date' 'giftcards update --time' 'giftcards update --retailer' 'giftcards update --order-number' 'giftcards update --status' 'giftcards update --shipping' 'giftcards update --tax' 'giftcards update --discount' 'giftcards update --card' 'giftcards update --sub-card' 'giftcards update --earn-rate' 'giftcards update --account' 'giftcards update --notes' 'giftcards update --platform' 'giftcards update --item' 'giftcards update --items-file' 'giftcards update --codes-file' 'giftcards update --from-json' 'giftcards update --clear' 'giftcards update --add-item' 'giftcards update --set-item' 'giftcards update --remove-item' 'giftcards update --if-status' 'giftcards update --csv' 'giftcards update --results' 'giftcards update --rejects' 'shipments add --retailer' 'shipments add --csv' 'shipments add --from-json' 'shipments add --map' 'shipments add --delimiter' 'shipments add --results' 'shipments add --rejects' 'shipments check --map' 'shipments check --delimiter' 'shipments list --status' 'shipments list --group' 'shipments list --retailer' 'shipments list --since' 'shipments list --until' 'shipments list --older-than' 'shipments list --source' 'shipments list --card' 'shipments list --tracking' 'shipments list --search' 'shipments list --carrier' 'shipments list -L' 'shipments list --limit' 'shipments list --offset' 'cards list --owner' 'sandbox serve --port' 'sandbox serve --host' 'sandbox serve --db' 'sandbox serve --plan' 'sandbox serve --rate-limit' 'sandbox serve --latency' 'sandbox seed --orders' 'sandbox seed --giftcards' 'sandbox seed --cards' 'sandbox seed --seed' 'sandbox seed --db' 'sandbox reset --db' 'sandbox info --db' 'api -f' 'api --field' 'api -F' 'api --json-field' 'api --input'
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
complete -c waybill -l today -x -d 'What counts as today'
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
complete -c waybill -n '__waybill_at \'\'' -a auth -d 'Credentials and profiles'
complete -c waybill -n '__waybill_at \'auth\'' -a login -d 'Log in to an account'
complete -c waybill -n '__waybill_at \'auth\'' -a status -d 'Ask the service whether the credentials work'
complete -c waybill -n '__waybill_at \'auth\'' -a list -d 'List the profiles'
complete -c waybill -n '__waybill_at \'auth\'' -a switch -d 'Choose the default profile'
complete -c waybill -n '__waybill_at \'auth\'' -a rotate -d 'Replace only the API secret'
complete -c waybill -n '__waybill_at \'auth\'' -a logout -d 'Remove a profile'
complete -c waybill -n '__waybill_at \'\'' -a orders -d 'Buying group orders'
complete -c waybill -n '__waybill_at \'orders\'' -a list -d 'List buying group orders'
complete -c waybill -n '__waybill_at \'orders\'' -a get -d 'Show one or several buying group orders'
complete -c waybill -n '__waybill_at \'orders\'' -a create -d 'Create a buying group order'
complete -c waybill -n '__waybill_at \'orders\'' -a update -d 'Change one or several buying group orders'
complete -c waybill -n '__waybill_at \'\'' -a giftcards -d 'Gift card orders'
complete -c waybill -n '__waybill_at \'giftcards\'' -a list -d 'List gift card orders'
complete -c waybill -n '__waybill_at \'giftcards\'' -a get -d 'Show one or several gift card orders'
complete -c waybill -n '__waybill_at \'giftcards\'' -a create -d 'Create a gift card order'
complete -c waybill -n '__waybill_at \'giftcards\'' -a update -d 'Change one or several gift card orders'
complete -c waybill -n '__waybill_at \'\'' -a shipments -d 'Tracking numbers: one, or a whole CSV file'
complete -c waybill -n '__waybill_at \'shipments\'' -a add -d 'Add tracking numbers to orders'
complete -c waybill -n '__waybill_at \'shipments\'' -a check -d 'Look a file over without sending it'
complete -c waybill -n '__waybill_at \'shipments\'' -a list -d 'List the tracking numbers of the account'
complete -c waybill -n '__waybill_at \'\'' -a cards -d 'Credit cards with their sub-cards'
complete -c waybill -n '__waybill_at \'cards\'' -a list -d 'List credit cards'
complete -c waybill -n '__waybill_at \'\'' -a sandbox -d 'The embedded sandbox service'
complete -c waybill -n '__waybill_at \'sandbox\'' -a serve -d 'Offer the sandbox service over HTTP'
complete -c waybill -n '__waybill_at \'sandbox\'' -a seed -d 'Add sandbox orders and cards'
complete -c waybill -n '__waybill_at \'sandbox\'' -a reset -d 'Put the sandbox account back to its sample'
complete -c waybill -n '__waybill_at \'sandbox\'' -a info -d 'Where the sandbox account is and what it holds'
complete -c waybill -n '__waybill_at \'sandbox\'' -a examples -d 'Write the example files to a folder'
complete -c waybill -n '__waybill_at \'\'' -a api -d 'Any request, with the account\'s credentials'
complete -c waybill -n '__waybill_at \'\'' -a config -d 'Settings'
complete -c waybill -n '__waybill_at \'config\'' -a list -d 'List settings and where each comes from'
complete -c waybill -n '__waybill_at \'config\'' -a get -d 'Print one setting'
complete -c waybill -n '__waybill_at \'config\'' -a set -d 'Keep a setting in the profile'
complete -c waybill -n '__waybill_at \'config\'' -a unset -d 'Take a setting out of the profile'
complete -c waybill -n '__waybill_at \'config\'' -a path -d 'Print where the settings file is'
complete -c waybill -n '__waybill_at \'\'' -a completion -d 'A shell\'s completion script'
complete -c waybill -n '__waybill_at \'\'' -a doctor -d 'Check your setup and suggest fixes'
complete -c waybill -n '__waybill_at \'\'' -a help -d 'Help on a command or a topic: exit-codes environment output money csv cron'
complete -c waybill -n '__waybill_helping; and __waybill_at \'\'' -a exit-codes -d 'Topic'
complete -c waybill -n '__waybill_helping; and __waybill_at \'\'' -a environment -d 'Topic'
complete -c waybill -n '__waybill_helping; and __waybill_at \'\'' -a output -d 'Topic'
complete -c waybill -n '__waybill_helping; and __waybill_at \'\'' -a money -d 'Topic'
complete -c waybill -n '__waybill_helping; and __waybill_at \'\'' -a csv -d 'Topic'
complete -c waybill -n '__waybill_helping; and __waybill_at \'\'' -a cron -d 'Topic'
complete -c waybill -n '__waybill_at \'auth login\'' -l api-key -x -d 'The API key'
complete -c waybill -n '__waybill_at \'auth login\'' -l secret-stdin -d 'Read the API secret from standard input'
complete -c waybill -n '__waybill_at \'auth login\'' -l store -x -a 'keychain file' -d 'Where to keep the secret'
complete -c waybill -n '__waybill_at \'auth login\'' -l no-verify -d 'Keep the credentials without asking the service'
complete -c waybill -n '__waybill_argument \'auth switch\' 0' -a '(__waybill_living profile)'
complete -c waybill -n '__waybill_at \'auth rotate\'' -l secret-stdin -d 'Read the API secret from standard input'
complete -c waybill -n '__waybill_at \'auth rotate\'' -l no-verify -d 'Keep the secret without asking the service'
complete -c waybill -n '__waybill_at \'auth logout\'' -l all -d 'Remove every profile'
complete -c waybill -n '__waybill_at \'orders list\'' -l status -x -a '(__waybill_joined \'purchased\' \'shipped\' \'partially_delivered\' \'delivered\' \'partially_received\' \'received\' \'partially_paid\' \'issue\' \'paid\' \'cancelled\')' -d 'In one of these statuses'
complete -c waybill -n '__waybill_at \'orders list\'' -l group -x -a '(__waybill_joined \'bfmr\' \'buying_group\' \'points_4_days\' \'max_out_deals\' \'mvp_buying_group\' \'earn_from_buying\' \'points_cash_back\' \'buy_get_rewards\' \'u_earn_points\' \'buyers_for_points\' \'power_buy_network\' \'big_deal_points\' \'buy_get_paid\' \'u_buy_we_pay\')' -d 'Of these buying groups'
complete -c waybill -n '__waybill_at \'orders list\'' -l retailer -x -d 'Part of the retailer\'s name'
complete -c waybill -n '__waybill_at \'orders list\'' -l since -x -d 'Ordered on this day or later'
complete -c waybill -n '__waybill_at \'orders list\'' -l until -x -d 'Ordered on this day or earlier'
complete -c waybill -n '__waybill_at \'orders list\'' -l older-than -x -d 'Ordered longer ago than this'
complete -c waybill -n '__waybill_at \'orders list\'' -l source -x -a '(__waybill_joined \'dashboard\' \'extension\' \'csv_import\' \'api\' \'email_automation\')' -d 'Created in one of these ways'
complete -c waybill -n '__waybill_at \'orders list\'' -l card -x -a '(__waybill_living card)' -d 'Paid with this card: id, last digits or nickname'
complete -c waybill -n '__waybill_at \'orders list\'' -l tracking -x -d 'With this tracking number'
complete -c waybill -n '__waybill_at \'orders list\'' -l no-tracking -d 'Without any tracking number'
complete -c waybill -n '__waybill_at \'orders list\'' -l search -x -d 'With this text in any number, name, note or line item'
complete -c waybill -n '__waybill_at \'orders list\'' -s L -l limit -x -d 'How many'
complete -c waybill -n '__waybill_at \'orders list\'' -l all -d 'All of them'
complete -c waybill -n '__waybill_at \'orders list\'' -l offset -x -d 'How many to skip first'
complete -c waybill -n '__waybill_at \'orders list\'' -l verify -d 'Read the list twice and compare'
complete -c waybill -n '__waybill_at \'orders list\'' -l sort -x -a '(__waybill_joined \'date\' \'orderDate\' \'time\' \'orderTime\' \'retailer\' \'order-number\' \'orderNumber\' \'status\' \'shipping\' \'tax\' \'discount\' \'card\' \'creditCardId\' \'sub-card\' \'subCreditCardId\' \'earn-rate\' \'cardEarnRate\' \'account\' \'retailerAccount\' \'notes\' \'group\' \'buyingGroup\' \'id\' \'source\' \'subtotal\' \'total\' \'cashback\' \'createdAt\' \'expectedPayout\' \'trackingNumbers\' \'orderLineItems\')' -d 'Sort by these fields instead of the service\'s order'
complete -c waybill -n '__waybill_at \'orders list\'' -l count -d 'Only say how many there are, whatever the limit'
complete -c waybill -n '__waybill_at \'orders get\'' -l by -x -a 'id number' -d 'Read <order> as an id or as an order number'
complete -c waybill -n '__waybill_argument \'orders get\' 0 or more' -a '(__waybill_living order)'
complete -c waybill -n '__waybill_at \'orders create\'' -l date -x -d 'Order date'
complete -c waybill -n '__waybill_at \'orders create\'' -l time -x -d 'Time of day, HH:mm or HH:mm:ss'
complete -c waybill -n '__waybill_at \'orders create\'' -l retailer -x -d 'Store name'
complete -c waybill -n '__waybill_at \'orders create\'' -l order-number -x -d 'Order number, unique across the account\'s orders'
complete -c waybill -n '__waybill_at \'orders create\'' -l status -x -a 'purchased shipped partially_delivered delivered partially_received received partially_paid issue paid cancelled' -d 'Status'
complete -c waybill -n '__waybill_at \'orders create\'' -l shipping -x -d 'Shipping'
complete -c waybill -n '__waybill_at \'orders create\'' -l tax -x -d 'Tax'
complete -c waybill -n '__waybill_at \'orders create\'' -l discount -x -d 'Discount'
complete -c waybill -n '__waybill_at \'orders create\'' -l card -x -a '(__waybill_living card)' -d 'Credit card: id, last digits or nickname'
complete -c waybill -n '__waybill_at \'orders create\'' -l sub-card -x -a '(__waybill_living subcard)' -d 'One of its sub-cards: id, last digits or nickname'
complete -c waybill -n '__waybill_at \'orders create\'' -l earn-rate -x -d 'The card\'s earn rate: 2, 1.5, 2x'
complete -c waybill -n '__waybill_at \'orders create\'' -l account -x -d 'Account at the retailer'
complete -c waybill -n '__waybill_at \'orders create\'' -l notes -x -d 'Notes'
complete -c waybill -n '__waybill_at \'orders create\'' -l group -x -a 'bfmr buying_group points_4_days max_out_deals mvp_buying_group earn_from_buying points_cash_back buy_get_rewards u_earn_points buyers_for_points power_buy_network big_deal_points buy_get_paid u_buy_we_pay' -d 'Buying group'
complete -c waybill -n '__waybill_at \'orders create\'' -l item -x -d 'A line item: description, model, price, qty, payout'
complete -c waybill -n '__waybill_at \'orders create\'' -l items-file -r -F -d 'Line items from a file'
complete -c waybill -n '__waybill_at \'orders create\'' -l codes-file -r -F -d 'Redemption codes from a file'
complete -c waybill -n '__waybill_at \'orders create\'' -l from-json -r -F -d 'A body in the service\'s own fields and units; flags override it'
complete -c waybill -n '__waybill_at \'orders create\'' -l no-safe-retry -d 'Create an order without an order number'
complete -c waybill -n '__waybill_at \'orders update\'' -l by -x -a 'id number' -d 'Read <order> as an id or as an order number'
complete -c waybill -n '__waybill_at \'orders update\'' -l date -x -d 'Order date'
complete -c waybill -n '__waybill_at \'orders update\'' -l time -x -d 'Time of day, HH:mm or HH:mm:ss'
complete -c waybill -n '__waybill_at \'orders update\'' -l retailer -x -d 'Store name'
complete -c waybill -n '__waybill_at \'orders update\'' -l order-number -x -d 'Order number, unique across the account\'s orders'
complete -c waybill -n '__waybill_at \'orders update\'' -l status -x -a 'purchased shipped partially_delivered delivered partially_received received partially_paid issue paid cancelled' -d 'Status'
complete -c waybill -n '__waybill_at \'orders update\'' -l shipping -x -d 'Shipping'
complete -c waybill -n '__waybill_at \'orders update\'' -l tax -x -d 'Tax'
complete -c waybill -n '__waybill_at \'orders update\'' -l discount -x -d 'Discount'
complete -c waybill -n '__waybill_at \'orders update\'' -l card -x -a '(__waybill_living card)' -d 'Credit card: id, last digits or nickname'
complete -c waybill -n '__waybill_at \'orders update\'' -l sub-card -x -a '(__waybill_living subcard)' -d 'One of its sub-cards: id, last digits or nickname'
complete -c waybill -n '__waybill_at \'orders update\'' -l earn-rate -x -d 'The card\'s earn rate: 2, 1.5, 2x'
complete -c waybill -n '__waybill_at \'orders update\'' -l account -x -d 'Account at the retailer'
complete -c waybill -n '__waybill_at \'orders update\'' -l notes -x -d 'Notes'
complete -c waybill -n '__waybill_at \'orders update\'' -l group -x -a 'bfmr buying_group points_4_days max_out_deals mvp_buying_group earn_from_buying points_cash_back buy_get_rewards u_earn_points buyers_for_points power_buy_network big_deal_points buy_get_paid u_buy_we_pay' -d 'Buying group'
complete -c waybill -n '__waybill_at \'orders update\'' -l item -x -d 'A line item: description, model, price, qty, payout'
complete -c waybill -n '__waybill_at \'orders update\'' -l items-file -r -F -d 'Line items from a file'
complete -c waybill -n '__waybill_at \'orders update\'' -l codes-file -r -F -d 'Redemption codes from a file'
complete -c waybill -n '__waybill_at \'orders update\'' -l from-json -r -F -d 'A body in the service\'s own fields and units; flags override it'
complete -c waybill -n '__waybill_at \'orders update\'' -l clear -x -a '(__waybill_joined \'time\' \'card\' \'sub-card\' \'account\' \'notes\')' -d 'Empty these fields: time, card, sub-card, account, notes'
complete -c waybill -n '__waybill_at \'orders update\'' -l add-item -x -d 'Add a line item'
complete -c waybill -n '__waybill_at \'orders update\'' -l set-item -x -d 'Change one line item'
complete -c waybill -n '__waybill_at \'orders update\'' -l remove-item -x -d 'Remove one line item'
complete -c waybill -n '__waybill_at \'orders update\'' -l if-status -x -a '(__waybill_joined \'purchased\' \'shipped\' \'partially_delivered\' \'delivered\' \'partially_received\' \'received\' \'partially_paid\' \'issue\' \'paid\' \'cancelled\')' -d 'Only where the order is in one of these now'
complete -c waybill -n '__waybill_at \'orders update\'' -l csv -r -F -d 'An order a row: a column order, and any of the service\'s fields'
complete -c waybill -n '__waybill_at \'orders update\'' -l results -r -F -d 'Where to write what became of each row'
complete -c waybill -n '__waybill_at \'orders update\'' -l rejects -r -F -d 'Where to write the rows that are to be fixed'
complete -c waybill -n '__waybill_at \'orders update\'' -l restart -d 'Send everything again, whatever earlier runs have settled'
complete -c waybill -n '__waybill_argument \'orders update\' 0 or more' -a '(__waybill_living order)'
complete -c waybill -n '__waybill_at \'giftcards list\'' -l status -x -a '(__waybill_joined \'purchased\' \'submitted\' \'partially_paid\' \'issue\' \'paid\' \'cancelled\')' -d 'In one of these statuses'
complete -c waybill -n '__waybill_at \'giftcards list\'' -l platform -x -a '(__waybill_joined \'aligned_incentives\' \'card_center\' \'card_cash\' \'qgcg\')' -d 'Of these platforms'
complete -c waybill -n '__waybill_at \'giftcards list\'' -l retailer -x -d 'Part of the retailer\'s name'
complete -c waybill -n '__waybill_at \'giftcards list\'' -l since -x -d 'Ordered on this day or later'
complete -c waybill -n '__waybill_at \'giftcards list\'' -l until -x -d 'Ordered on this day or earlier'
complete -c waybill -n '__waybill_at \'giftcards list\'' -l older-than -x -d 'Ordered longer ago than this'
complete -c waybill -n '__waybill_at \'giftcards list\'' -l source -x -a '(__waybill_joined \'dashboard\' \'extension\' \'csv_import\' \'api\' \'email_automation\')' -d 'Created in one of these ways'
complete -c waybill -n '__waybill_at \'giftcards list\'' -l card -x -a '(__waybill_living card)' -d 'Paid with this card: id, last digits or nickname'
complete -c waybill -n '__waybill_at \'giftcards list\'' -l search -x -d 'With this text in any number, name, note or line item'
complete -c waybill -n '__waybill_at \'giftcards list\'' -s L -l limit -x -d 'How many'
complete -c waybill -n '__waybill_at \'giftcards list\'' -l all -d 'All of them'
complete -c waybill -n '__waybill_at \'giftcards list\'' -l offset -x -d 'How many to skip first'
complete -c waybill -n '__waybill_at \'giftcards list\'' -l verify -d 'Read the list twice and compare'
complete -c waybill -n '__waybill_at \'giftcards list\'' -l sort -x -a '(__waybill_joined \'date\' \'orderDate\' \'time\' \'orderTime\' \'retailer\' \'order-number\' \'orderNumber\' \'status\' \'shipping\' \'tax\' \'discount\' \'card\' \'creditCardId\' \'sub-card\' \'subCreditCardId\' \'earn-rate\' \'cardEarnRate\' \'account\' \'retailerAccount\' \'notes\' \'platform\' \'id\' \'source\' \'subtotal\' \'total\' \'cashback\' \'createdAt\' \'expectedPayout\' \'orderLineItems\')' -d 'Sort by these fields instead of the service\'s order'
complete -c waybill -n '__waybill_at \'giftcards list\'' -l count -d 'Only say how many there are, whatever the limit'
complete -c waybill -n '__waybill_at \'giftcards get\'' -l by -x -a 'id number' -d 'Read <order> as an id or as an order number'
complete -c waybill -n '__waybill_argument \'giftcards get\' 0 or more' -a '(__waybill_living giftcard)'
complete -c waybill -n '__waybill_at \'giftcards create\'' -l date -x -d 'Order date'
complete -c waybill -n '__waybill_at \'giftcards create\'' -l time -x -d 'Time of day, HH:mm or HH:mm:ss'
complete -c waybill -n '__waybill_at \'giftcards create\'' -l retailer -x -d 'Store name'
complete -c waybill -n '__waybill_at \'giftcards create\'' -l order-number -x -d 'Order number, unique across the account\'s orders'
complete -c waybill -n '__waybill_at \'giftcards create\'' -l status -x -a 'purchased submitted partially_paid issue paid cancelled' -d 'Status'
complete -c waybill -n '__waybill_at \'giftcards create\'' -l shipping -x -d 'Shipping'
complete -c waybill -n '__waybill_at \'giftcards create\'' -l tax -x -d 'Tax'
complete -c waybill -n '__waybill_at \'giftcards create\'' -l discount -x -d 'Discount'
complete -c waybill -n '__waybill_at \'giftcards create\'' -l card -x -a '(__waybill_living card)' -d 'Credit card: id, last digits or nickname'
complete -c waybill -n '__waybill_at \'giftcards create\'' -l sub-card -x -a '(__waybill_living subcard)' -d 'One of its sub-cards: id, last digits or nickname'
complete -c waybill -n '__waybill_at \'giftcards create\'' -l earn-rate -x -d 'The card\'s earn rate: 2, 1.5, 2x'
complete -c waybill -n '__waybill_at \'giftcards create\'' -l account -x -d 'Account at the retailer'
complete -c waybill -n '__waybill_at \'giftcards create\'' -l notes -x -d 'Notes'
complete -c waybill -n '__waybill_at \'giftcards create\'' -l platform -x -a 'aligned_incentives card_center card_cash qgcg' -d 'Resale platform'
complete -c waybill -n '__waybill_at \'giftcards create\'' -l item -x -d 'A line item: description, model, price, qty, payout, unit-value'
complete -c waybill -n '__waybill_at \'giftcards create\'' -l items-file -r -F -d 'Line items from a file'
complete -c waybill -n '__waybill_at \'giftcards create\'' -l codes-file -r -F -d 'Redemption codes from a file'
complete -c waybill -n '__waybill_at \'giftcards create\'' -l from-json -r -F -d 'A body in the service\'s own fields and units; flags override it'
complete -c waybill -n '__waybill_at \'giftcards create\'' -l no-safe-retry -d 'Create an order without an order number'
complete -c waybill -n '__waybill_at \'giftcards create\'' -l csv -r -F -d 'A line item a row; rows with one orderNumber make one order'
complete -c waybill -n '__waybill_at \'giftcards create\'' -l results -r -F -d 'Where to write what became of each row'
complete -c waybill -n '__waybill_at \'giftcards create\'' -l rejects -r -F -d 'Where to write the rows that are to be fixed'
complete -c waybill -n '__waybill_at \'giftcards create\'' -l restart -d 'Send everything again, whatever earlier runs have settled'
complete -c waybill -n '__waybill_at \'giftcards update\'' -l by -x -a 'id number' -d 'Read <order> as an id or as an order number'
complete -c waybill -n '__waybill_at \'giftcards update\'' -l date -x -d 'Order date'
complete -c waybill -n '__waybill_at \'giftcards update\'' -l time -x -d 'Time of day, HH:mm or HH:mm:ss'
complete -c waybill -n '__waybill_at \'giftcards update\'' -l retailer -x -d 'Store name'
complete -c waybill -n '__waybill_at \'giftcards update\'' -l order-number -x -d 'Order number, unique across the account\'s orders'
complete -c waybill -n '__waybill_at \'giftcards update\'' -l status -x -a 'purchased submitted partially_paid issue paid cancelled' -d 'Status'
complete -c waybill -n '__waybill_at \'giftcards update\'' -l shipping -x -d 'Shipping'
complete -c waybill -n '__waybill_at \'giftcards update\'' -l tax -x -d 'Tax'
complete -c waybill -n '__waybill_at \'giftcards update\'' -l discount -x -d 'Discount'
complete -c waybill -n '__waybill_at \'giftcards update\'' -l card -x -a '(__waybill_living card)' -d 'Credit card: id, last digits or nickname'
complete -c waybill -n '__waybill_at \'giftcards update\'' -l sub-card -x -a '(__waybill_living subcard)' -d 'One of its sub-cards: id, last digits or nickname'
complete -c waybill -n '__waybill_at \'giftcards update\'' -l earn-rate -x -d 'The card\'s earn rate: 2, 1.5, 2x'
complete -c waybill -n '__waybill_at \'giftcards update\'' -l account -x -d 'Account at the retailer'
complete -c waybill -n '__waybill_at \'giftcards update\'' -l notes -x -d 'Notes'
complete -c waybill -n '__waybill_at \'giftcards update\'' -l platform -x -a 'aligned_incentives card_center card_cash qgcg' -d 'Resale platform'
complete -c waybill -n '__waybill_at \'giftcards update\'' -l item -x -d 'A line item: description, model, price, qty, payout, unit-value'
complete -c waybill -n '__waybill_at \'giftcards update\'' -l items-file -r -F -d 'Line items from a file'
complete -c waybill -n '__waybill_at \'giftcards update\'' -l codes-file -r -F -d 'Redemption codes from a file'
complete -c waybill -n '__waybill_at \'giftcards update\'' -l from-json -r -F -d 'A body in the service\'s own fields and units; flags override it'
complete -c waybill -n '__waybill_at \'giftcards update\'' -l clear -x -a '(__waybill_joined \'time\' \'card\' \'sub-card\' \'account\' \'notes\')' -d 'Empty these fields: time, card, sub-card, account, notes'
complete -c waybill -n '__waybill_at \'giftcards update\'' -l add-item -x -d 'Add a line item'
complete -c waybill -n '__waybill_at \'giftcards update\'' -l set-item -x -d 'Change one line item'
complete -c waybill -n '__waybill_at \'giftcards update\'' -l remove-item -x -d 'Remove one line item'
complete -c waybill -n '__waybill_at \'giftcards update\'' -l if-status -x -a '(__waybill_joined \'purchased\' \'submitted\' \'partially_paid\' \'issue\' \'paid\' \'cancelled\')' -d 'Only where the order is in one of these now'
complete -c waybill -n '__waybill_at \'giftcards update\'' -l csv -r -F -d 'An order a row: a column order, and any of the service\'s fields'
complete -c waybill -n '__waybill_at \'giftcards update\'' -l results -r -F -d 'Where to write what became of each row'
complete -c waybill -n '__waybill_at \'giftcards update\'' -l rejects -r -F -d 'Where to write the rows that are to be fixed'
complete -c waybill -n '__waybill_at \'giftcards update\'' -l restart -d 'Send everything again, whatever earlier runs have settled'
complete -c waybill -n '__waybill_argument \'giftcards update\' 0 or more' -a '(__waybill_living giftcard)'
complete -c waybill -n '__waybill_at \'shipments add\'' -l retailer -x -d 'The order\'s store; read from the order when absent'
complete -c waybill -n '__waybill_at \'shipments add\'' -l csv -r -F -d 'A CSV file of shipments, or - for standard input'
complete -c waybill -n '__waybill_at \'shipments add\'' -l from-json -r -F -d 'A JSON list of shipments in the service\'s own fields'
complete -c waybill -n '__waybill_at \'shipments add\'' -l map -x -d 'Which column is retailer, orderNumber or trackingNumber'
complete -c waybill -n '__waybill_at \'shipments add\'' -l no-header -d 'The first line is a row already; the first three columns are taken'
complete -c waybill -n '__waybill_at \'shipments add\'' -l delimiter -x -d 'Between the cells: , ; tab or |'
complete -c waybill -n '__waybill_at \'shipments add\'' -l results -r -F -d 'Where to write what became of each row'
complete -c waybill -n '__waybill_at \'shipments add\'' -l rejects -r -F -d 'Where to write the rows that are to be fixed'
complete -c waybill -n '__waybill_at \'shipments add\'' -l restart -d 'Send everything again, whatever earlier runs have settled'
complete -c waybill -n '__waybill_at \'shipments add\'' -l verify -d 'Read the orders before and after, and settle every accepted row by them'
complete -c waybill -n '__waybill_at \'shipments add\'' -l all-or-nothing -d 'Send nothing if any row is invalid or would match no order'
complete -c waybill -n '__waybill_argument \'shipments add\' 0' -a '(__waybill_living order)'
complete -c waybill -n '__waybill_at \'shipments check\'' -l offline -d 'Look only at the file'
complete -c waybill -n '__waybill_at \'shipments check\'' -l map -x -d 'Which column is retailer, orderNumber or trackingNumber'
complete -c waybill -n '__waybill_at \'shipments check\'' -l no-header -d 'The first line is a row already; the first three columns are taken'
complete -c waybill -n '__waybill_at \'shipments check\'' -l delimiter -x -d 'Between the cells: , ; tab or |'
complete -c waybill -n '__waybill_argument \'shipments check\' 0' -F
complete -c waybill -n '__waybill_at \'shipments list\'' -l status -x -a '(__waybill_joined \'purchased\' \'shipped\' \'partially_delivered\' \'delivered\' \'partially_received\' \'received\' \'partially_paid\' \'issue\' \'paid\' \'cancelled\')' -d 'In one of these statuses'
complete -c waybill -n '__waybill_at \'shipments list\'' -l group -x -a '(__waybill_joined \'bfmr\' \'buying_group\' \'points_4_days\' \'max_out_deals\' \'mvp_buying_group\' \'earn_from_buying\' \'points_cash_back\' \'buy_get_rewards\' \'u_earn_points\' \'buyers_for_points\' \'power_buy_network\' \'big_deal_points\' \'buy_get_paid\' \'u_buy_we_pay\')' -d 'Of these buying groups'
complete -c waybill -n '__waybill_at \'shipments list\'' -l retailer -x -d 'Part of the retailer\'s name'
complete -c waybill -n '__waybill_at \'shipments list\'' -l since -x -d 'Ordered on this day or later'
complete -c waybill -n '__waybill_at \'shipments list\'' -l until -x -d 'Ordered on this day or earlier'
complete -c waybill -n '__waybill_at \'shipments list\'' -l older-than -x -d 'Ordered longer ago than this'
complete -c waybill -n '__waybill_at \'shipments list\'' -l source -x -a '(__waybill_joined \'dashboard\' \'extension\' \'csv_import\' \'api\' \'email_automation\')' -d 'Created in one of these ways'
complete -c waybill -n '__waybill_at \'shipments list\'' -l card -x -a '(__waybill_living card)' -d 'Paid with this card: id, last digits or nickname'
complete -c waybill -n '__waybill_at \'shipments list\'' -l tracking -x -d 'With this tracking number'
complete -c waybill -n '__waybill_at \'shipments list\'' -l search -x -d 'With this text in any number, name, note or line item'
complete -c waybill -n '__waybill_at \'shipments list\'' -l carrier -x -a '(__waybill_joined \'usps\' \'ups\' \'fedex\' \'amazon\' \'doordash\' \'ontrac\' \'lasership\' \'unknown\')' -d 'Of these carriers'
complete -c waybill -n '__waybill_at \'shipments list\'' -s L -l limit -x -d 'How many'
complete -c waybill -n '__waybill_at \'shipments list\'' -l offset -x -d 'How many to skip first'
complete -c waybill -n '__waybill_at \'shipments list\'' -l verify -d 'Read the orders twice and compare'
complete -c waybill -n '__waybill_at \'cards list\'' -l open -d 'Only cards that are not closed'
complete -c waybill -n '__waybill_at \'cards list\'' -l closed -d 'Only closed cards'
complete -c waybill -n '__waybill_at \'cards list\'' -l owner -x -d 'Part of the account owner\'s name'
complete -c waybill -n '__waybill_at \'sandbox serve\'' -l port -x -d 'The port to listen on; 0 is any that is free'
complete -c waybill -n '__waybill_at \'sandbox serve\'' -l host -x -d 'The address to listen on'
complete -c waybill -n '__waybill_at \'sandbox serve\'' -l db -r -F -d 'The sandbox database; :memory: keeps nothing'
complete -c waybill -n '__waybill_at \'sandbox serve\'' -l plan -x -a 'paid free' -d 'The plan: free has no API access (403)'
complete -c waybill -n '__waybill_at \'sandbox serve\'' -l rate-limit -x -d 'Respond with 429 beyond this many requests in this many seconds'
complete -c waybill -n '__waybill_at \'sandbox serve\'' -l latency -x -d 'Hold every response back this long'
complete -c waybill -n '__waybill_at \'sandbox seed\'' -l orders -x -d 'How many buying group orders to add'
complete -c waybill -n '__waybill_at \'sandbox seed\'' -l giftcards -x -d 'How many gift card orders to add'
complete -c waybill -n '__waybill_at \'sandbox seed\'' -l cards -x -d 'How many credit cards to add'
complete -c waybill -n '__waybill_at \'sandbox seed\'' -l seed -x -d 'What chance begins from'
complete -c waybill -n '__waybill_at \'sandbox seed\'' -l db -r -F -d 'The sandbox database; :memory: keeps nothing'
complete -c waybill -n '__waybill_at \'sandbox reset\'' -l db -r -F -d 'The sandbox database; :memory: keeps nothing'
complete -c waybill -n '__waybill_at \'sandbox info\'' -l db -r -F -d 'The sandbox database; :memory: keeps nothing'
complete -c waybill -n '__waybill_argument \'sandbox examples\' 0' -F
complete -c waybill -n '__waybill_at \'api\'' -s f -l field -x -d 'A field whose value is text'
complete -c waybill -n '__waybill_at \'api\'' -s F -l json-field -x -d 'A field whose value is JSON'
complete -c waybill -n '__waybill_at \'api\'' -l input -r -F -d 'The whole body, as JSON'
complete -c waybill -n '__waybill_at \'api\'' -l paginate -d 'Every page of a list, as one JSON array'
complete -c waybill -n '__waybill_at \'api\'' -s i -l include -d 'The status and the headers too'
complete -c waybill -n '__waybill_argument \'api\' 0' -a 'GET POST PATCH PUT DELETE HEAD OPTIONS'
complete -c waybill -n '__waybill_argument \'config get\' 0' -a 'baseUrl output money color timeout maxWait retries concurrency caFile credentialCommand'
complete -c waybill -n '__waybill_argument \'config set\' 0' -a 'baseUrl output money color timeout maxWait retries concurrency caFile credentialCommand'
complete -c waybill -n '__waybill_argument \'config unset\' 0' -a 'baseUrl output money color timeout maxWait retries concurrency caFile credentialCommand'
complete -c waybill -n '__waybill_argument \'completion\' 0' -a 'bash zsh fish powershell'
