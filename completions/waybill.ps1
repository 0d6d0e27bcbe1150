# PowerShell completion for waybill, generated from its command tree.
# Names, flags and fixed values stand in this file: no program is started for them.

# Where one more word leads from $path; nothing where it is an argument.
function __waybill_step([string] $path, [string] $word) {
    switch -Exact -CaseSensitive ("$path $word") {
        ' auth' { return 'auth' }
        'auth login' { return 'auth login' }
        'auth status' { return 'auth status' }
        'auth list' { return 'auth list' }
        'auth ls' { return 'auth list' }
        'auth switch' { return 'auth switch' }
        'auth rotate' { return 'auth rotate' }
        'auth logout' { return 'auth logout' }
        ' orders' { return 'orders' }
        ' order' { return 'orders' }
        'orders list' { return 'orders list' }
        'orders ls' { return 'orders list' }
        'orders get' { return 'orders get' }
        'orders create' { return 'orders create' }
        'orders update' { return 'orders update' }
        ' giftcards' { return 'giftcards' }
        ' giftcard' { return 'giftcards' }
        'giftcards list' { return 'giftcards list' }
        'giftcards ls' { return 'giftcards list' }
        'giftcards get' { return 'giftcards get' }
        'giftcards create' { return 'giftcards create' }
        'giftcards update' { return 'giftcards update' }
        ' shipments' { return 'shipments' }
        ' shipment' { return 'shipments' }
        'shipments add' { return 'shipments add' }
        'shipments check' { return 'shipments check' }
        'shipments list' { return 'shipments list' }
        'shipments ls' { return 'shipments list' }
        ' cards' { return 'cards' }
        ' card' { return 'cards' }
        'cards list' { return 'cards list' }
        'cards ls' { return 'cards list' }
        ' sandbox' { return 'sandbox' }
        'sandbox serve' { return 'sandbox serve' }
        'sandbox seed' { return 'sandbox seed' }
        'sandbox reset' { return 'sandbox reset' }
        'sandbox info' { return 'sandbox info' }
        'sandbox examples' { return 'sandbox examples' }
        ' api' { return 'api' }
        ' config' { return 'config' }
        'config list' { return 'config list' }
        'config ls' { return 'config list' }
        'config get' { return 'config get' }
        'config set' { return 'config set' }
        'config unset' { return 'config unset' }
        'config path' { return 'config path' }
        ' completion' { return 'completion' }
        ' doctor' { return 'doctor' }
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
        '--today' { return @{ From = 'nothing' } }
        '--color' { return @{ From = 'words'; Words = @('auto', 'always', 'never') } }
        '--timeout' { return @{ From = 'nothing' } }
        '--max-wait' { return @{ From = 'nothing' } }
        '--retries' { return @{ From = 'nothing' } }
        '--concurrency' { return @{ From = 'nothing' } }
        '--ca-file' { return @{ From = 'files' } }
    }
    switch -Exact -CaseSensitive ("$path $flag") {
        'auth login --api-key' { return @{ From = 'nothing' } }
        'auth login --store' { return @{ From = 'words'; Words = @('keychain', 'file') } }
        'orders list --status' { return @{ From = 'joined'; Words = @('purchased', 'shipped', 'partially_delivered', 'delivered', 'partially_received', 'received', 'partially_paid', 'issue', 'paid', 'cancelled') } }
        'orders list --group' { return @{ From = 'joined'; Words = @('bfmr', 'buying_group', 'points_4_days', 'max_out_deals', 'mvp_buying_group', 'earn_from_buying', 'points_cash_back', 'buy_get_rewards', 'u_earn_points', 'buyers_for_points', 'power_buy_network', 'big_deal_points', 'buy_get_paid', 'u_buy_we_pay') } }
        'orders list --retailer' { return @{ From = 'nothing' } }
        'orders list --since' { return @{ From = 'nothing' } }
        'orders list --until' { return @{ From = 'nothing' } }
        'orders list --older-than' { return @{ From = 'nothing' } }
        'orders list --source' { return @{ From = 'joined'; Words = @('dashboard', 'extension', 'csv_import', 'api', 'email_automation') } }
        'orders list --card' { return @{ From = 'living'; Kind = 'card' } }
        'orders list --tracking' { return @{ From = 'nothing' } }
        'orders list --search' { return @{ From = 'nothing' } }
        'orders list -L' { return @{ From = 'nothing' } }
        'orders list --limit' { return @{ From = 'nothing' } }
        'orders list --offset' { return @{ From = 'nothing' } }
        'orders list --sort' { return @{ From = 'joined'; Words = @('date', 'orderDate', 'time', 'orderTime', 'retailer', 'order-number', 'orderNumber', 'status', 'shipping', 'tax', 'discount', 'card', 'creditCardId', 'sub-card', 'subCreditCardId', 'earn-rate', 'cardEarnRate', 'account', 'retailerAccount', 'notes', 'group', 'buyingGroup', 'id', 'source', 'subtotal', 'total', 'cashback', 'createdAt', 'expectedPayout', 'trackingNumbers', 'orderLineItems') } }
        'orders get --by' { return @{ From = 'words'; Words = @('id', 'number') } }
        'orders create --date' { return @{ From = 'nothing' } }
        'orders create --time' { return @{ From = 'nothing' } }
        'orders create --retailer' { return @{ From = 'nothing' } }
        'orders create --order-number' { return @{ From = 'nothing' } }
        'orders create --status' { return @{ From = 'words'; Words = @('purchased', 'shipped', 'partially_delivered', 'delivered', 'partially_received', 'received', 'partially_paid', 'issue', 'paid', 'cancelled') } }
        'orders create --shipping' { return @{ From = 'nothing' } }
        'orders create --tax' { return @{ From = 'nothing' } }
        'orders create --discount' { return @{ From = 'nothing' } }
        'orders create --card' { return @{ From = 'living'; Kind = 'card' } }
        'orders create --sub-card' { return @{ From = 'living'; Kind = 'subcard' } }
        'orders create --earn-rate' { return @{ From = 'nothing' } }
        'orders create --account' { return @{ From = 'nothing' } }
        'orders create --notes' { return @{ From = 'nothing' } }
        'orders create --group' { return @{ From = 'words'; Words = @('bfmr', 'buying_group', 'points_4_days', 'max_out_deals', 'mvp_buying_group', 'earn_from_buying', 'points_cash_back', 'buy_get_rewards', 'u_earn_points', 'buyers_for_points', 'power_buy_network', 'big_deal_points', 'buy_get_paid', 'u_buy_we_pay') } }
        'orders create --item' { return @{ From = 'nothing' } }
        'orders create --items-file' { return @{ From = 'files' } }
        'orders create --codes-file' { return @{ From = 'files' } }
        'orders create --from-json' { return @{ From = 'files' } }
        'orders update --by' { return @{ From = 'words'; Words = @('id', 'number') } }
        'orders update --date' { return @{ From = 'nothing' } }
        'orders update --time' { return @{ From = 'nothing' } }
        'orders update --retailer' { return @{ From = 'nothing' } }
        'orders update --order-number' { return @{ From = 'nothing' } }
        'orders update --status' { return @{ From = 'words'; Words = @('purchased', 'shipped', 'partially_delivered', 'delivered', 'partially_received', 'received', 'partially_paid', 'issue', 'paid', 'cancelled') } }
        'orders update --shipping' { return @{ From = 'nothing' } }
        'orders update --tax' { return @{ From = 'nothing' } }
        'orders update --discount' { return @{ From = 'nothing' } }
        'orders update --card' { return @{ From = 'living'; Kind = 'card' } }
        'orders update --sub-card' { return @{ From = 'living'; Kind = 'subcard' } }
        'orders update --earn-rate' { return @{ From = 'nothing' } }
        'orders update --account' { return @{ From = 'nothing' } }
        'orders update --notes' { return @{ From = 'nothing' } }
        'orders update --group' { return @{ From = 'words'; Words = @('bfmr', 'buying_group', 'points_4_days', 'max_out_deals', 'mvp_buying_group', 'earn_from_buying', 'points_cash_back', 'buy_get_rewards', 'u_earn_points', 'buyers_for_points', 'power_buy_network', 'big_deal_points', 'buy_get_paid', 'u_buy_we_pay') } }
        'orders update --item' { return @{ From = 'nothing' } }
        'orders update --items-file' { return @{ From = 'files' } }
        'orders update --codes-file' { return @{ From = 'files' } }
        'orders update --from-json' { return @{ From = 'files' } }
        'orders update --clear' { return @{ From = 'joined'; Words = @('time', 'card', 'sub-card', 'account', 'notes') } }
        'orders update --add-item' { return @{ From = 'nothing' } }
        'orders update --set-item' { return @{ From = 'nothing' } }
        'orders update --remove-item' { return @{ From = 'nothing' } }
        'orders update --if-status' { return @{ From = 'joined'; Words = @('purchased', 'shipped', 'partially_delivered', 'delivered', 'partially_received', 'received', 'partially_paid', 'issue', 'paid', 'cancelled') } }
        'orders update --csv' { return @{ From = 'files' } }
        'orders update --results' { return @{ From = 'files' } }
        'orders update --rejects' { return @{ From = 'files' } }
        'giftcards list --status' { return @{ From = 'joined'; Words = @('purchased', 'submitted', 'partially_paid', 'issue', 'paid', 'cancelled') } }
        'giftcards list --platform' { return @{ From = 'joined'; Words = @('aligned_incentives', 'card_center', 'card_cash', 'qgcg') } }
        'giftcards list --retailer' { return @{ From = 'nothing' } }
        'giftcards list --since' { return @{ From = 'nothing' } }
        'giftcards list --until' { return @{ From = 'nothing' } }
        'giftcards list --older-than' { return @{ From = 'nothing' } }
        'giftcards list --source' { return @{ From = 'joined'; Words = @('dashboard', 'extension', 'csv_import', 'api', 'email_automation') } }
        'giftcards list --card' { return @{ From = 'living'; Kind = 'card' } }
        'giftcards list --search' { return @{ From = 'nothing' } }
        'giftcards list -L' { return @{ From = 'nothing' } }
        'giftcards list --limit' { return @{ From = 'nothing' } }
        'giftcards list --offset' { return @{ From = 'nothing' } }
        'giftcards list --sort' { return @{ From = 'joined'; Words = @('date', 'orderDate', 'time', 'orderTime', 'retailer', 'order-number', 'orderNumber', 'status', 'shipping', 'tax', 'discount', 'card', 'creditCardId', 'sub-card', 'subCreditCardId', 'earn-rate', 'cardEarnRate', 'account', 'retailerAccount', 'notes', 'platform', 'id', 'source', 'subtotal', 'total', 'cashback', 'createdAt', 'expectedPayout', 'orderLineItems') } }
        'giftcards get --by' { return @{ From = 'words'; Words = @('id', 'number') } }
        'giftcards create --date' { return @{ From = 'nothing' } }
        'giftcards create --time' { return @{ From = 'nothing' } }
        'giftcards create --retailer' { return @{ From = 'nothing' } }
        'giftcards create --order-number' { return @{ From = 'nothing' } }
        'giftcards create --status' { return @{ From = 'words'; Words = @('purchased', 'submitted', 'partially_paid', 'issue', 'paid', 'cancelled') } }
        'giftcards create --shipping' { return @{ From = 'nothing' } }
        'giftcards create --tax' { return @{ From = 'nothing' } }
        'giftcards create --discount' { return @{ From = 'nothing' } }
        'giftcards create --card' { return @{ From = 'living'; Kind = 'card' } }
        'giftcards create --sub-card' { return @{ From = 'living'; Kind = 'subcard' } }
        'giftcards create --earn-rate' { return @{ From = 'nothing' } }
        'giftcards create --account' { return @{ From = 'nothing' } }
        'giftcards create --notes' { return @{ From = 'nothing' } }
        'giftcards create --platform' { return @{ From = 'words'; Words = @('aligned_incentives', 'card_center', 'card_cash', 'qgcg') } }
        'giftcards create --item' { return @{ From = 'nothing' } }
        'giftcards create --items-file' { return @{ From = 'files' } }
        'giftcards create --codes-file' { return @{ From = 'files' } }
        'giftcards create --from-json' { return @{ From = 'files' } }
        'giftcards create --csv' { return @{ From = 'files' } }
        'giftcards create --results' { return @{ From = 'files' } }
        'giftcards create --rejects' { return @{ From = 'files' } }
        'giftcards update --by' { return @{ From = 'words'; Words = @('id', 'number') } }
        'giftcards update --date' { return @{ From = 'nothing' } }
        'giftcards update --time' { return @{ From = 'nothing' } }
        'giftcards update --retailer' { return @{ From = 'nothing' } }
        'giftcards update --order-number' { return @{ From = 'nothing' } }
        'giftcards update --status' { return @{ From = 'words'; Words = @('purchased', 'submitted', 'partially_paid', 'issue', 'paid', 'cancelled') } }
        'giftcards update --shipping' { return @{ From = 'nothing' } }
        'giftcards update --tax' { return @{ From = 'nothing' } }
        'giftcards update --discount' { return @{ From = 'nothing' } }
        'giftcards update --card' { return @{ From = 'living'; Kind = 'card' } }
        'giftcards update --sub-card' { return @{ From = 'living'; Kind = 'subcard' } }
        'giftcards update --earn-rate' { return @{ From = 'nothing' } }
        'giftcards update --account' { return @{ From = 'nothing' } }
        'giftcards update --notes' { return @{ From = 'nothing' } }
        'giftcards update --platform' { return @{ From = 'words'; Words = @('aligned_incentives', 'card_center', 'card_cash', 'qgcg') } }
        'giftcards update --item' { return @{ From = 'nothing' } }
        'giftcards update --items-file' { return @{ From = 'files' } }
        'giftcards update --codes-file' { return @{ From = 'files' } }
        'giftcards update --from-json' { return @{ From = 'files' } }
        'giftcards update --clear' { return @{ From = 'joined'; Words = @('time', 'card', 'sub-card', 'account', 'notes') } }
        'giftcards update --add-item' { return @{ From = 'nothing' } }
        'giftcards update --set-item' { return @{ From = 'nothing' } }
        'giftcards update --remove-item' { return @{ From = 'nothing' } }
        'giftcards update --if-status' { return @{ From = 'joined'; Words = @('purchased', 'submitted', 'partially_paid', 'issue', 'paid', 'cancelled') } }
        'giftcards update --csv' { return @{ From = 'files' } }
        'giftcards update --results' { return @{ From = 'files' } }
        'giftcards update --rejects' { return @{ From = 'files' } }
        'shipments add --retailer' { return @{ From = 'nothing' } }
        'shipments add --csv' { return @{ From = 'files' } }
        'shipments add --from-json' { return @{ From = 'files' } }
        'shipments add --map' { return @{ From = 'nothing' } }
        'shipments add --delimiter' { return @{ From = 'nothing' } }
        'shipments add --results' { return @{ From = 'files' } }
        'shipments add --rejects' { return @{ From = 'files' } }
        'shipments check --map' { return @{ From = 'nothing' } }
        'shipments check --delimiter' { return @{ From = 'nothing' } }
        'shipments list --status' { return @{ From = 'joined'; Words = @('purchased', 'shipped', 'partially_delivered', 'delivered', 'partially_received', 'received', 'partially_paid', 'issue', 'paid', 'cancelled') } }
        'shipments list --group' { return @{ From = 'joined'; Words = @('bfmr', 'buying_group', 'points_4_days', 'max_out_deals', 'mvp_buying_group', 'earn_from_buying', 'points_cash_back', 'buy_get_rewards', 'u_earn_points', 'buyers_for_points', 'power_buy_network', 'big_deal_points', 'buy_get_paid', 'u_buy_we_pay') } }
        'shipments list --retailer' { return @{ From = 'nothing' } }
        'shipments list --since' { return @{ From = 'nothing' } }
        'shipments list --until' { return @{ From = 'nothing' } }
        'shipments list --older-than' { return @{ From = 'nothing' } }
        'shipments list --source' { return @{ From = 'joined'; Words = @('dashboard', 'extension', 'csv_import', 'api', 'email_automation') } }
        'shipments list --card' { return @{ From = 'living'; Kind = 'card' } }
        'shipments list --tracking' { return @{ From = 'nothing' } }
        'shipments list --search' { return @{ From = 'nothing' } }
        'shipments list --carrier' { return @{ From = 'joined'; Words = @('usps', 'ups', 'fedex', 'amazon', 'doordash', 'ontrac', 'lasership', 'unknown') } }
        'shipments list -L' { return @{ From = 'nothing' } }
        'shipments list --limit' { return @{ From = 'nothing' } }
        'shipments list --offset' { return @{ From = 'nothing' } }
        'cards list --owner' { return @{ From = 'nothing' } }
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
        'api -f' { return @{ From = 'nothing' } }
        'api --field' { return @{ From = 'nothing' } }
        'api -F' { return @{ From = 'nothing' } }
        'api --json-field' { return @{ From = 'nothing' } }
        'api --input' { return @{ From = 'files' } }
    }
}

function __waybill_argument_value([string] $path, [int] $position) {
    switch -Wildcard -CaseSensitive ("$path $position") {
        'auth switch 0' { return @{ From = 'living'; Kind = 'profile' } }
        'orders get *' { return @{ From = 'living'; Kind = 'order' } }
        'orders update *' { return @{ From = 'living'; Kind = 'order' } }
        'giftcards get *' { return @{ From = 'living'; Kind = 'giftcard' } }
        'giftcards update *' { return @{ From = 'living'; Kind = 'giftcard' } }
        'shipments add 0' { return @{ From = 'living'; Kind = 'order' } }
        'shipments add *' { return @{ From = 'nothing' } }
        'shipments check 0' { return @{ From = 'files' } }
        'sandbox examples 0' { return @{ From = 'files' } }
        'api 0' { return @{ From = 'words'; Words = @('GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS') } }
        'api 1' { return @{ From = 'nothing' } }
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
        '' { return @(@{ Name = 'auth'; Text = 'Credentials and profiles' }, @{ Name = 'orders'; Text = 'Buying group orders' }, @{ Name = 'giftcards'; Text = 'Gift card orders' }, @{ Name = 'shipments'; Text = 'Tracking numbers: one, or a whole CSV file' }, @{ Name = 'cards'; Text = 'Credit cards with their sub-cards' }, @{ Name = 'sandbox'; Text = 'The embedded sandbox service' }, @{ Name = 'api'; Text = 'Any request, with the account''s credentials' }, @{ Name = 'config'; Text = 'Settings' }, @{ Name = 'completion'; Text = 'A shell''s completion script' }, @{ Name = 'doctor'; Text = 'Check your setup and suggest fixes' }, @{ Name = 'help'; Text = 'Help on a command or a topic: exit-codes environment output money csv cron' }) }
        'auth' { return @(@{ Name = 'login'; Text = 'Log in to an account' }, @{ Name = 'status'; Text = 'Ask the service whether the credentials work' }, @{ Name = 'list'; Text = 'List the profiles' }, @{ Name = 'switch'; Text = 'Choose the default profile' }, @{ Name = 'rotate'; Text = 'Replace only the API secret' }, @{ Name = 'logout'; Text = 'Remove a profile' }) }
        'orders' { return @(@{ Name = 'list'; Text = 'List buying group orders' }, @{ Name = 'get'; Text = 'Show one or several buying group orders' }, @{ Name = 'create'; Text = 'Create a buying group order' }, @{ Name = 'update'; Text = 'Change one or several buying group orders' }) }
        'giftcards' { return @(@{ Name = 'list'; Text = 'List gift card orders' }, @{ Name = 'get'; Text = 'Show one or several gift card orders' }, @{ Name = 'create'; Text = 'Create a gift card order' }, @{ Name = 'update'; Text = 'Change one or several gift card orders' }) }
        'shipments' { return @(@{ Name = 'add'; Text = 'Add tracking numbers to orders' }, @{ Name = 'check'; Text = 'Look a file over without sending it' }, @{ Name = 'list'; Text = 'List the tracking numbers of the account' }) }
        'cards' { return @(@{ Name = 'list'; Text = 'List credit cards' }) }
        'sandbox' { return @(@{ Name = 'serve'; Text = 'Offer the sandbox service over HTTP' }, @{ Name = 'seed'; Text = 'Add sandbox orders and cards' }, @{ Name = 'reset'; Text = 'Put the sandbox account back to its sample' }, @{ Name = 'info'; Text = 'Where the sandbox account is and what it holds' }, @{ Name = 'examples'; Text = 'Write the example files to a folder' }) }
        'config' { return @(@{ Name = 'list'; Text = 'List settings and where each comes from' }, @{ Name = 'get'; Text = 'Print one setting' }, @{ Name = 'set'; Text = 'Keep a setting in the profile' }, @{ Name = 'unset'; Text = 'Take a setting out of the profile' }, @{ Name = 'path'; Text = 'Print where the settings file is' }) }
    }
}

function __waybill_flags([string] $path) {
    $own = switch -Exact -CaseSensitive ($path) {
        'auth login' { @(@{ Name = '--api-key'; Text = 'The API key' }, @{ Name = '--secret-stdin'; Text = 'Read the API secret from standard input' }, @{ Name = '--store'; Text = 'Where to keep the secret' }, @{ Name = '--no-verify'; Text = 'Keep the credentials without asking the service' }) }
        'auth rotate' { @(@{ Name = '--secret-stdin'; Text = 'Read the API secret from standard input' }, @{ Name = '--no-verify'; Text = 'Keep the secret without asking the service' }) }
        'auth logout' { @(@{ Name = '--all'; Text = 'Remove every profile' }) }
        'orders list' { @(@{ Name = '--status'; Text = 'In one of these statuses' }, @{ Name = '--group'; Text = 'Of these buying groups' }, @{ Name = '--retailer'; Text = 'Part of the retailer''s name' }, @{ Name = '--since'; Text = 'Ordered on this day or later' }, @{ Name = '--until'; Text = 'Ordered on this day or earlier' }, @{ Name = '--older-than'; Text = 'Ordered longer ago than this' }, @{ Name = '--source'; Text = 'Created in one of these ways' }, @{ Name = '--card'; Text = 'Paid with this card: id, last digits or nickname' }, @{ Name = '--tracking'; Text = 'With this tracking number' }, @{ Name = '--no-tracking'; Text = 'Without any tracking number' }, @{ Name = '--search'; Text = 'With this text in any number, name, note or line item' }, @{ Name = '-L'; Text = 'How many' }, @{ Name = '--limit'; Text = 'How many' }, @{ Name = '--all'; Text = 'All of them' }, @{ Name = '--offset'; Text = 'How many to skip first' }, @{ Name = '--verify'; Text = 'Read the list twice and compare' }, @{ Name = '--sort'; Text = 'Sort by these fields instead of the service''s order' }, @{ Name = '--count'; Text = 'Only say how many there are, whatever the limit' }) }
        'orders get' { @(@{ Name = '--by'; Text = 'Read <order> as an id or as an order number' }) }
        'orders create' { @(@{ Name = '--date'; Text = 'Order date' }, @{ Name = '--time'; Text = 'Time of day, HH:mm or HH:mm:ss' }, @{ Name = '--retailer'; Text = 'Store name' }, @{ Name = '--order-number'; Text = 'Order number, unique across the account''s orders' }, @{ Name = '--status'; Text = 'Status' }, @{ Name = '--shipping'; Text = 'Shipping' }, @{ Name = '--tax'; Text = 'Tax' }, @{ Name = '--discount'; Text = 'Discount' }, @{ Name = '--card'; Text = 'Credit card: id, last digits or nickname' }, @{ Name = '--sub-card'; Text = 'One of its sub-cards: id, last digits or nickname' }, @{ Name = '--earn-rate'; Text = 'The card''s earn rate: 2, 1.5, 2x' }, @{ Name = '--account'; Text = 'Account at the retailer' }, @{ Name = '--notes'; Text = 'Notes' }, @{ Name = '--group'; Text = 'Buying group' }, @{ Name = '--item'; Text = 'A line item: description, model, price, qty, payout' }, @{ Name = '--items-file'; Text = 'Line items from a file' }, @{ Name = '--codes-file'; Text = 'Redemption codes from a file' }, @{ Name = '--from-json'; Text = 'A body in the service''s own fields and units; flags override it' }, @{ Name = '--no-safe-retry'; Text = 'Create an order without an order number' }) }
        'orders update' { @(@{ Name = '--by'; Text = 'Read <order> as an id or as an order number' }, @{ Name = '--date'; Text = 'Order date' }, @{ Name = '--time'; Text = 'Time of day, HH:mm or HH:mm:ss' }, @{ Name = '--retailer'; Text = 'Store name' }, @{ Name = '--order-number'; Text = 'Order number, unique across the account''s orders' }, @{ Name = '--status'; Text = 'Status' }, @{ Name = '--shipping'; Text = 'Shipping' }, @{ Name = '--tax'; Text = 'Tax' }, @{ Name = '--discount'; Text = 'Discount' }, @{ Name = '--card'; Text = 'Credit card: id, last digits or nickname' }, @{ Name = '--sub-card'; Text = 'One of its sub-cards: id, last digits or nickname' }, @{ Name = '--earn-rate'; Text = 'The card''s earn rate: 2, 1.5, 2x' }, @{ Name = '--account'; Text = 'Account at the retailer' }, @{ Name = '--notes'; Text = 'Notes' }, @{ Name = '--group'; Text = 'Buying group' }, @{ Name = '--item'; Text = 'A line item: description, model, price, qty, payout' }, @{ Name = '--items-file'; Text = 'Line items from a file' }, @{ Name = '--codes-file'; Text = 'Redemption codes from a file' }, @{ Name = '--from-json'; Text = 'A body in the service''s own fields and units; flags override it' }, @{ Name = '--clear'; Text = 'Empty these fields: time, card, sub-card, account, notes' }, @{ Name = '--add-item'; Text = 'Add a line item' }, @{ Name = '--set-item'; Text = 'Change one line item' }, @{ Name = '--remove-item'; Text = 'Remove one line item' }, @{ Name = '--if-status'; Text = 'Only where the order is in one of these now' }, @{ Name = '--csv'; Text = 'An order a row: a column order, and any of the service''s fields' }, @{ Name = '--results'; Text = 'Where to write what became of each row' }, @{ Name = '--rejects'; Text = 'Where to write the rows that are to be fixed' }, @{ Name = '--restart'; Text = 'Send everything again, whatever earlier runs have settled' }) }
        'giftcards list' { @(@{ Name = '--status'; Text = 'In one of these statuses' }, @{ Name = '--platform'; Text = 'Of these platforms' }, @{ Name = '--retailer'; Text = 'Part of the retailer''s name' }, @{ Name = '--since'; Text = 'Ordered on this day or later' }, @{ Name = '--until'; Text = 'Ordered on this day or earlier' }, @{ Name = '--older-than'; Text = 'Ordered longer ago than this' }, @{ Name = '--source'; Text = 'Created in one of these ways' }, @{ Name = '--card'; Text = 'Paid with this card: id, last digits or nickname' }, @{ Name = '--search'; Text = 'With this text in any number, name, note or line item' }, @{ Name = '-L'; Text = 'How many' }, @{ Name = '--limit'; Text = 'How many' }, @{ Name = '--all'; Text = 'All of them' }, @{ Name = '--offset'; Text = 'How many to skip first' }, @{ Name = '--verify'; Text = 'Read the list twice and compare' }, @{ Name = '--sort'; Text = 'Sort by these fields instead of the service''s order' }, @{ Name = '--count'; Text = 'Only say how many there are, whatever the limit' }) }
        'giftcards get' { @(@{ Name = '--by'; Text = 'Read <order> as an id or as an order number' }) }
        'giftcards create' { @(@{ Name = '--date'; Text = 'Order date' }, @{ Name = '--time'; Text = 'Time of day, HH:mm or HH:mm:ss' }, @{ Name = '--retailer'; Text = 'Store name' }, @{ Name = '--order-number'; Text = 'Order number, unique across the account''s orders' }, @{ Name = '--status'; Text = 'Status' }, @{ Name = '--shipping'; Text = 'Shipping' }, @{ Name = '--tax'; Text = 'Tax' }, @{ Name = '--discount'; Text = 'Discount' }, @{ Name = '--card'; Text = 'Credit card: id, last digits or nickname' }, @{ Name = '--sub-card'; Text = 'One of its sub-cards: id, last digits or nickname' }, @{ Name = '--earn-rate'; Text = 'The card''s earn rate: 2, 1.5, 2x' }, @{ Name = '--account'; Text = 'Account at the retailer' }, @{ Name = '--notes'; Text = 'Notes' }, @{ Name = '--platform'; Text = 'Resale platform' }, @{ Name = '--item'; Text = 'A line item: description, model, price, qty, payout, unit-value' }, @{ Name = '--items-file'; Text = 'Line items from a file' }, @{ Name = '--codes-file'; Text = 'Redemption codes from a file' }, @{ Name = '--from-json'; Text = 'A body in the service''s own fields and units; flags override it' }, @{ Name = '--no-safe-retry'; Text = 'Create an order without an order number' }, @{ Name = '--csv'; Text = 'A line item a row; rows with one orderNumber make one order' }, @{ Name = '--results'; Text = 'Where to write what became of each row' }, @{ Name = '--rejects'; Text = 'Where to write the rows that are to be fixed' }, @{ Name = '--restart'; Text = 'Send everything again, whatever earlier runs have settled' }) }
        'giftcards update' { @(@{ Name = '--by'; Text = 'Read <order> as an id or as an order number' }, @{ Name = '--date'; Text = 'Order date' }, @{ Name = '--time'; Text = 'Time of day, HH:mm or HH:mm:ss' }, @{ Name = '--retailer'; Text = 'Store name' }, @{ Name = '--order-number'; Text = 'Order number, unique across the account''s orders' }, @{ Name = '--status'; Text = 'Status' }, @{ Name = '--shipping'; Text = 'Shipping' }, @{ Name = '--tax'; Text = 'Tax' }, @{ Name = '--discount'; Text = 'Discount' }, @{ Name = '--card'; Text = 'Credit card: id, last digits or nickname' }, @{ Name = '--sub-card'; Text = 'One of its sub-cards: id, last digits or nickname' }, @{ Name = '--earn-rate'; Text = 'The card''s earn rate: 2, 1.5, 2x' }, @{ Name = '--account'; Text = 'Account at the retailer' }, @{ Name = '--notes'; Text = 'Notes' }, @{ Name = '--platform'; Text = 'Resale platform' }, @{ Name = '--item'; Text = 'A line item: description, model, price, qty, payout, unit-value' }, @{ Name = '--items-file'; Text = 'Line items from a file' }, @{ Name = '--codes-file'; Text = 'Redemption codes from a file' }, @{ Name = '--from-json'; Text = 'A body in the service''s own fields and units; flags override it' }, @{ Name = '--clear'; Text = 'Empty these fields: time, card, sub-card, account, notes' }, @{ Name = '--add-item'; Text = 'Add a line item' }, @{ Name = '--set-item'; Text = 'Change one line item' }, @{ Name = '--remove-item'; Text = 'Remove one line item' }, @{ Name = '--if-status'; Text = 'Only where the order is in one of these now' }, @{ Name = '--csv'; Text = 'An order a row: a column order, and any of the service''s fields' }, @{ Name = '--results'; Text = 'Where to write what became of each row' }, @{ Name = '--rejects'; Text = 'Where to write the rows that are to be fixed' }, @{ Name = '--restart'; Text = 'Send everything again, whatever earlier runs have settled' }) }
        'shipments add' { @(@{ Name = '--retailer'; Text = 'The order''s store; read from the order when absent' }, @{ Name = '--csv'; Text = 'A CSV file of shipments, or - for standard input' }, @{ Name = '--from-json'; Text = 'A JSON list of shipments in the service''s own fields' }, @{ Name = '--map'; Text = 'Which column is retailer, orderNumber or trackingNumber' }, @{ Name = '--no-header'; Text = 'The first line is a row already; the first three columns are taken' }, @{ Name = '--delimiter'; Text = 'Between the cells: , ; tab or |' }, @{ Name = '--results'; Text = 'Where to write what became of each row' }, @{ Name = '--rejects'; Text = 'Where to write the rows that are to be fixed' }, @{ Name = '--restart'; Text = 'Send everything again, whatever earlier runs have settled' }, @{ Name = '--verify'; Text = 'Read the orders before and after, and settle every accepted row by them' }, @{ Name = '--all-or-nothing'; Text = 'Send nothing if any row is invalid or would match no order' }) }
        'shipments check' { @(@{ Name = '--offline'; Text = 'Look only at the file' }, @{ Name = '--map'; Text = 'Which column is retailer, orderNumber or trackingNumber' }, @{ Name = '--no-header'; Text = 'The first line is a row already; the first three columns are taken' }, @{ Name = '--delimiter'; Text = 'Between the cells: , ; tab or |' }) }
        'shipments list' { @(@{ Name = '--status'; Text = 'In one of these statuses' }, @{ Name = '--group'; Text = 'Of these buying groups' }, @{ Name = '--retailer'; Text = 'Part of the retailer''s name' }, @{ Name = '--since'; Text = 'Ordered on this day or later' }, @{ Name = '--until'; Text = 'Ordered on this day or earlier' }, @{ Name = '--older-than'; Text = 'Ordered longer ago than this' }, @{ Name = '--source'; Text = 'Created in one of these ways' }, @{ Name = '--card'; Text = 'Paid with this card: id, last digits or nickname' }, @{ Name = '--tracking'; Text = 'With this tracking number' }, @{ Name = '--search'; Text = 'With this text in any number, name, note or line item' }, @{ Name = '--carrier'; Text = 'Of these carriers' }, @{ Name = '-L'; Text = 'How many' }, @{ Name = '--limit'; Text = 'How many' }, @{ Name = '--offset'; Text = 'How many to skip first' }, @{ Name = '--verify'; Text = 'Read the orders twice and compare' }) }
        'cards list' { @(@{ Name = '--open'; Text = 'Only cards that are not closed' }, @{ Name = '--closed'; Text = 'Only closed cards' }, @{ Name = '--owner'; Text = 'Part of the account owner''s name' }) }
        'sandbox serve' { @(@{ Name = '--port'; Text = 'The port to listen on; 0 is any that is free' }, @{ Name = '--host'; Text = 'The address to listen on' }, @{ Name = '--db'; Text = 'The sandbox database; :memory: keeps nothing' }, @{ Name = '--plan'; Text = 'The plan: free has no API access (403)' }, @{ Name = '--rate-limit'; Text = 'Respond with 429 beyond this many requests in this many seconds' }, @{ Name = '--latency'; Text = 'Hold every response back this long' }) }
        'sandbox seed' { @(@{ Name = '--orders'; Text = 'How many buying group orders to add' }, @{ Name = '--giftcards'; Text = 'How many gift card orders to add' }, @{ Name = '--cards'; Text = 'How many credit cards to add' }, @{ Name = '--seed'; Text = 'What chance begins from' }, @{ Name = '--db'; Text = 'The sandbox database; :memory: keeps nothing' }) }
        'sandbox reset' { @(@{ Name = '--db'; Text = 'The sandbox database; :memory: keeps nothing' }) }
        'sandbox info' { @(@{ Name = '--db'; Text = 'The sandbox database; :memory: keeps nothing' }) }
        'api' { @(@{ Name = '-f'; Text = 'A field whose value is text' }, @{ Name = '--field'; Text = 'A field whose value is text' }, @{ Name = '-F'; Text = 'A field whose value is JSON' }, @{ Name = '--json-field'; Text = 'A field whose value is JSON' }, @{ Name = '--input'; Text = 'The whole body, as JSON' }, @{ Name = '--paginate'; Text = 'Every page of a list, as one JSON array' }, @{ Name = '-i'; Text = 'The status and the headers too' }, @{ Name = '--include'; Text = 'The status and the headers too' }) }
    }
    return @($own) + @(@{ Name = '--profile'; Text = 'Which account' }, @{ Name = '--sandbox'; Text = 'The embedded practice service instead of an account: no set-up, no network' }, @{ Name = '--base-url'; Text = 'The service''s address, version prefix included' }, @{ Name = '-o'; Text = 'How results are printed' }, @{ Name = '--output'; Text = 'How results are printed' }, @{ Name = '--json'; Text = 'Short for -o json' }, @{ Name = '--fields'; Text = 'Which fields, in this order; dotted paths reach inside' }, @{ Name = '--money'; Text = 'Unit of money in csv and tsv, out and in' }, @{ Name = '--today'; Text = 'What counts as today' }, @{ Name = '--raw-csv'; Text = 'Do not escape csv and tsv values that a spreadsheet would run' }, @{ Name = '--color'; Text = 'When to use colour' }, @{ Name = '--timeout'; Text = 'One request''s limit (30 for reads, 60 for writes)' }, @{ Name = '--max-wait'; Text = 'How long in all to wait out rate limits' }, @{ Name = '--retries'; Text = 'Tries after the first' }, @{ Name = '--concurrency'; Text = 'Requests under way at once' }, @{ Name = '--ca-file'; Text = 'An extra certificate authority' }, @{ Name = '--dry-run'; Text = 'Print each request that would be sent, send none' }, @{ Name = '-y'; Text = 'Answer yes to every confirmation' }, @{ Name = '--yes'; Text = 'Answer yes to every confirmation' }, @{ Name = '--no-input'; Text = 'Never ask; what is missing is a usage error' }, @{ Name = '-q'; Text = 'No progress, no notices; errors only' }, @{ Name = '--quiet'; Text = 'No progress, no notices; errors only' }, @{ Name = '-v'; Text = 'One line a request on stderr' }, @{ Name = '--verbose'; Text = 'One line a request on stderr' }, @{ Name = '--debug'; Text = 'Headers and bodies as well, credentials and redemption codes masked' }, @{ Name = '-h'; Text = 'Show help' }, @{ Name = '--help'; Text = 'Show help' }, @{ Name = '-V'; Text = 'Show the version' }, @{ Name = '--version'; Text = 'Show the version' })
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
                $offers = @($found | ForEach-Object {
                    $value, $text = "$_" -split "`t", 2
                    @{ Name = $value; Text = if ($text) { $text } else { $value } }
                })
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
