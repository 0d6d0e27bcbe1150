#compdef waybill
# zsh completion for waybill, generated from its command tree.
# Names, flags and fixed values stand in this file: no program is started for them.

# Offers the values that only waybill knows, for the words typed so far. Their kind comes last,
# behind what _arguments wants compadd to be told.
__waybill_living() {
  local -a found=(${(f)"$(waybill __complete $@[-1] -- $waybill_words 2>/dev/null </dev/null)"})
  local -a values=(${found%%$'\t'*}) shown=(${found/$'\t'/  })
  compadd "${@[1,-2]}" -l -d shown -a values
}

__waybill_nouns() {
  local -a nouns=(
    'auth:Credentials and profiles'
    'orders:Buying group orders'
    'giftcards:Gift card orders'
    'shipments:Tracking numbers: one, or a whole CSV file'
    'cards:Credit cards with their sub-cards'
    'sandbox:The embedded sandbox service'
    'api:Any request, with the account'\''s credentials'
    'config:Settings'
    'completion:A shell'\''s completion script'
    'doctor:Check your setup and suggest fixes'
    'help:Help on a command or a topic: exit-codes environment output money csv cron'
  )
  _describe -t commands command nouns
}

__waybill_help() {
  local curcontext=$curcontext state state_descr line
  _arguments -s -S -C : $waybill_flags '(-): :->name' '(-):: :->verb' && return
  case $state in
    name)
      local -a topics=(exit-codes environment output money csv cron)
      __waybill_nouns
      compadd -X topic -a topics ;;
    verb) __waybill_help_verbs $line[1] ;;
  esac
}

__waybill_help_verbs() {
  case $1 in
    auth) __waybill_auth_verbs ;;
    orders|order) __waybill_orders_verbs ;;
    giftcards|giftcard) __waybill_giftcards_verbs ;;
    shipments|shipment) __waybill_shipments_verbs ;;
    cards|card) __waybill_cards_verbs ;;
    sandbox) __waybill_sandbox_verbs ;;
    config) __waybill_config_verbs ;;
  esac
}

__waybill_auth() {
  local curcontext=$curcontext state state_descr line
  _arguments -s -S -C : $waybill_flags '(-): :__waybill_auth_verbs' '(-)*:: :->verb' && return
  case $state in
    verb)
      case $words[1] in
        login)
          _arguments -s -S : $waybill_flags \
            '--api-key=[The API key]:value: ' \
            '--secret-stdin[Read the API secret from standard input]' \
            '--store=[Where to keep the secret]:value:(keychain file)' \
            '--no-verify[Keep the credentials without asking the service]' ;;
        status)
          _arguments -s -S : $waybill_flags ;;
        list|ls)
          _arguments -s -S : $waybill_flags ;;
        switch)
          _arguments -s -S : $waybill_flags \
            ':name:__waybill_living profile' ;;
        rotate)
          _arguments -s -S : $waybill_flags \
            '--secret-stdin[Read the API secret from standard input]' \
            '--no-verify[Keep the secret without asking the service]' ;;
        logout)
          _arguments -s -S : $waybill_flags \
            '--all[Remove every profile]' ;;
      esac ;;
  esac
}

__waybill_auth_verbs() {
  local -a verbs=(
    'login:Log in to an account'
    'status:Ask the service whether the credentials work'
    'list:List the profiles'
    'switch:Choose the default profile'
    'rotate:Replace only the API secret'
    'logout:Remove a profile'
  )
  _describe -t verbs verb verbs
}

__waybill_orders() {
  local curcontext=$curcontext state state_descr line
  _arguments -s -S -C : $waybill_flags '(-): :__waybill_orders_verbs' '(-)*:: :->verb' && return
  case $state in
    verb)
      case $words[1] in
        list|ls)
          _arguments -s -S : $waybill_flags \
            '*--status=[In one of these statuses]:value:_values -s , value purchased shipped partially_delivered delivered partially_received received partially_paid issue paid cancelled' \
            '*--group=[Of these buying groups]:value:_values -s , value bfmr buying_group points_4_days max_out_deals mvp_buying_group earn_from_buying points_cash_back buy_get_rewards u_earn_points buyers_for_points power_buy_network big_deal_points buy_get_paid u_buy_we_pay' \
            '--retailer=[Part of the retailer'\''s name]:value: ' \
            '--since=[Ordered on this day or later]:value: ' \
            '--until=[Ordered on this day or earlier]:value: ' \
            '--older-than=[Ordered longer ago than this]:value: ' \
            '*--source=[Created in one of these ways]:value:_values -s , value dashboard extension csv_import api email_automation' \
            '--card=[Paid with this card\: id, last digits or nickname]:value:__waybill_living card' \
            '--tracking=[With this tracking number]:value: ' \
            '--no-tracking[Without any tracking number]' \
            '--search=[With this text in any number, name, note or line item]:value: ' \
            '(-L --limit)-L+[How many]:value: ' \
            '(-L --limit)--limit=[How many]:value: ' \
            '--all[All of them]' \
            '--offset=[How many to skip first]:value: ' \
            '--verify[Read the list twice and compare]' \
            '*--sort=[Sort by these fields instead of the service'\''s order]:value:_values -s , value date orderDate time orderTime retailer order-number orderNumber status shipping tax discount card creditCardId sub-card subCreditCardId earn-rate cardEarnRate account retailerAccount notes group buyingGroup id source subtotal total cashback createdAt expectedPayout trackingNumbers orderLineItems' \
            '--count[Only say how many there are, whatever the limit]' ;;
        get)
          _arguments -s -S : $waybill_flags \
            '--by=[Read <order> as an id or as an order number]:value:(id number)' \
            '*:order:__waybill_living order' ;;
        create)
          _arguments -s -S : $waybill_flags \
            '--date=[Order date]:value: ' \
            '--time=[Time of day, HH\:mm or HH\:mm\:ss]:value: ' \
            '--retailer=[Store name]:value: ' \
            '--order-number=[Order number, unique across the account'\''s orders]:value: ' \
            '--status=[Status]:value:(purchased shipped partially_delivered delivered partially_received received partially_paid issue paid cancelled)' \
            '--shipping=[Shipping]:value: ' \
            '--tax=[Tax]:value: ' \
            '--discount=[Discount]:value: ' \
            '--card=[Credit card\: id, last digits or nickname]:value:__waybill_living card' \
            '--sub-card=[One of its sub-cards\: id, last digits or nickname]:value:__waybill_living subcard' \
            '--earn-rate=[The card'\''s earn rate\: 2, 1.5, 2x]:value: ' \
            '--account=[Account at the retailer]:value: ' \
            '--notes=[Notes]:value: ' \
            '--group=[Buying group]:value:(bfmr buying_group points_4_days max_out_deals mvp_buying_group earn_from_buying points_cash_back buy_get_rewards u_earn_points buyers_for_points power_buy_network big_deal_points buy_get_paid u_buy_we_pay)' \
            '*--item=[A line item\: description, model, price, qty, payout]:value: ' \
            '--items-file=[Line items from a file]:value:_files' \
            '--codes-file=[Redemption codes from a file]:value:_files' \
            '--from-json=[A body in the service'\''s own fields and units; flags override it]:value:_files' \
            '--no-safe-retry[Create an order without an order number]' ;;
        update)
          _arguments -s -S : $waybill_flags \
            '--by=[Read <order> as an id or as an order number]:value:(id number)' \
            '--date=[Order date]:value: ' \
            '--time=[Time of day, HH\:mm or HH\:mm\:ss]:value: ' \
            '--retailer=[Store name]:value: ' \
            '--order-number=[Order number, unique across the account'\''s orders]:value: ' \
            '--status=[Status]:value:(purchased shipped partially_delivered delivered partially_received received partially_paid issue paid cancelled)' \
            '--shipping=[Shipping]:value: ' \
            '--tax=[Tax]:value: ' \
            '--discount=[Discount]:value: ' \
            '--card=[Credit card\: id, last digits or nickname]:value:__waybill_living card' \
            '--sub-card=[One of its sub-cards\: id, last digits or nickname]:value:__waybill_living subcard' \
            '--earn-rate=[The card'\''s earn rate\: 2, 1.5, 2x]:value: ' \
            '--account=[Account at the retailer]:value: ' \
            '--notes=[Notes]:value: ' \
            '--group=[Buying group]:value:(bfmr buying_group points_4_days max_out_deals mvp_buying_group earn_from_buying points_cash_back buy_get_rewards u_earn_points buyers_for_points power_buy_network big_deal_points buy_get_paid u_buy_we_pay)' \
            '*--item=[A line item\: description, model, price, qty, payout]:value: ' \
            '--items-file=[Line items from a file]:value:_files' \
            '--codes-file=[Redemption codes from a file]:value:_files' \
            '--from-json=[A body in the service'\''s own fields and units; flags override it]:value:_files' \
            '*--clear=[Empty these fields\: time, card, sub-card, account, notes]:value:_values -s , value time card sub-card account notes' \
            '*--add-item=[Add a line item]:value: ' \
            '*--set-item=[Change one line item]:value: ' \
            '*--remove-item=[Remove one line item]:value: ' \
            '*--if-status=[Only where the order is in one of these now]:value:_values -s , value purchased shipped partially_delivered delivered partially_received received partially_paid issue paid cancelled' \
            '--csv=[An order a row\: a column order, and any of the service'\''s fields]:value:_files' \
            '--results=[Where to write what became of each row]:value:_files' \
            '--rejects=[Where to write the rows that are to be fixed]:value:_files' \
            '--restart[Send everything again, whatever earlier runs have settled]' \
            '*:order:__waybill_living order' ;;
      esac ;;
  esac
}

__waybill_orders_verbs() {
  local -a verbs=(
    'list:List buying group orders'
    'get:Show one or several buying group orders'
    'create:Create a buying group order'
    'update:Change one or several buying group orders'
  )
  _describe -t verbs verb verbs
}

__waybill_giftcards() {
  local curcontext=$curcontext state state_descr line
  _arguments -s -S -C : $waybill_flags '(-): :__waybill_giftcards_verbs' '(-)*:: :->verb' && return
  case $state in
    verb)
      case $words[1] in
        list|ls)
          _arguments -s -S : $waybill_flags \
            '*--status=[In one of these statuses]:value:_values -s , value purchased submitted partially_paid issue paid cancelled' \
            '*--platform=[Of these platforms]:value:_values -s , value aligned_incentives card_center card_cash qgcg' \
            '--retailer=[Part of the retailer'\''s name]:value: ' \
            '--since=[Ordered on this day or later]:value: ' \
            '--until=[Ordered on this day or earlier]:value: ' \
            '--older-than=[Ordered longer ago than this]:value: ' \
            '*--source=[Created in one of these ways]:value:_values -s , value dashboard extension csv_import api email_automation' \
            '--card=[Paid with this card\: id, last digits or nickname]:value:__waybill_living card' \
            '--search=[With this text in any number, name, note or line item]:value: ' \
            '(-L --limit)-L+[How many]:value: ' \
            '(-L --limit)--limit=[How many]:value: ' \
            '--all[All of them]' \
            '--offset=[How many to skip first]:value: ' \
            '--verify[Read the list twice and compare]' \
            '*--sort=[Sort by these fields instead of the service'\''s order]:value:_values -s , value date orderDate time orderTime retailer order-number orderNumber status shipping tax discount card creditCardId sub-card subCreditCardId earn-rate cardEarnRate account retailerAccount notes platform id source subtotal total cashback createdAt expectedPayout orderLineItems' \
            '--count[Only say how many there are, whatever the limit]' ;;
        get)
          _arguments -s -S : $waybill_flags \
            '--by=[Read <order> as an id or as an order number]:value:(id number)' \
            '*:order:__waybill_living giftcard' ;;
        create)
          _arguments -s -S : $waybill_flags \
            '--date=[Order date]:value: ' \
            '--time=[Time of day, HH\:mm or HH\:mm\:ss]:value: ' \
            '--retailer=[Store name]:value: ' \
            '--order-number=[Order number, unique across the account'\''s orders]:value: ' \
            '--status=[Status]:value:(purchased submitted partially_paid issue paid cancelled)' \
            '--shipping=[Shipping]:value: ' \
            '--tax=[Tax]:value: ' \
            '--discount=[Discount]:value: ' \
            '--card=[Credit card\: id, last digits or nickname]:value:__waybill_living card' \
            '--sub-card=[One of its sub-cards\: id, last digits or nickname]:value:__waybill_living subcard' \
            '--earn-rate=[The card'\''s earn rate\: 2, 1.5, 2x]:value: ' \
            '--account=[Account at the retailer]:value: ' \
            '--notes=[Notes]:value: ' \
            '--platform=[Resale platform]:value:(aligned_incentives card_center card_cash qgcg)' \
            '*--item=[A line item\: description, model, price, qty, payout, unit-value]:value: ' \
            '--items-file=[Line items from a file]:value:_files' \
            '--codes-file=[Redemption codes from a file]:value:_files' \
            '--from-json=[A body in the service'\''s own fields and units; flags override it]:value:_files' \
            '--no-safe-retry[Create an order without an order number]' \
            '--csv=[A line item a row; rows with one orderNumber make one order]:value:_files' \
            '--results=[Where to write what became of each row]:value:_files' \
            '--rejects=[Where to write the rows that are to be fixed]:value:_files' \
            '--restart[Send everything again, whatever earlier runs have settled]' ;;
        update)
          _arguments -s -S : $waybill_flags \
            '--by=[Read <order> as an id or as an order number]:value:(id number)' \
            '--date=[Order date]:value: ' \
            '--time=[Time of day, HH\:mm or HH\:mm\:ss]:value: ' \
            '--retailer=[Store name]:value: ' \
            '--order-number=[Order number, unique across the account'\''s orders]:value: ' \
            '--status=[Status]:value:(purchased submitted partially_paid issue paid cancelled)' \
            '--shipping=[Shipping]:value: ' \
            '--tax=[Tax]:value: ' \
            '--discount=[Discount]:value: ' \
            '--card=[Credit card\: id, last digits or nickname]:value:__waybill_living card' \
            '--sub-card=[One of its sub-cards\: id, last digits or nickname]:value:__waybill_living subcard' \
            '--earn-rate=[The card'\''s earn rate\: 2, 1.5, 2x]:value: ' \
            '--account=[Account at the retailer]:value: ' \
            '--notes=[Notes]:value: ' \
            '--platform=[Resale platform]:value:(aligned_incentives card_center card_cash qgcg)' \
            '*--item=[A line item\: description, model, price, qty, payout, unit-value]:value: ' \
            '--items-file=[Line items from a file]:value:_files' \
            '--codes-file=[Redemption codes from a file]:value:_files' \
            '--from-json=[A body in the service'\''s own fields and units; flags override it]:value:_files' \
            '*--clear=[Empty these fields\: time, card, sub-card, account, notes]:value:_values -s , value time card sub-card account notes' \
            '*--add-item=[Add a line item]:value: ' \
            '*--set-item=[Change one line item]:value: ' \
            '*--remove-item=[Remove one line item]:value: ' \
            '*--if-status=[Only where the order is in one of these now]:value:_values -s , value purchased submitted partially_paid issue paid cancelled' \
            '--csv=[An order a row\: a column order, and any of the service'\''s fields]:value:_files' \
            '--results=[Where to write what became of each row]:value:_files' \
            '--rejects=[Where to write the rows that are to be fixed]:value:_files' \
            '--restart[Send everything again, whatever earlier runs have settled]' \
            '*:order:__waybill_living giftcard' ;;
      esac ;;
  esac
}

__waybill_giftcards_verbs() {
  local -a verbs=(
    'list:List gift card orders'
    'get:Show one or several gift card orders'
    'create:Create a gift card order'
    'update:Change one or several gift card orders'
  )
  _describe -t verbs verb verbs
}

__waybill_shipments() {
  local curcontext=$curcontext state state_descr line
  _arguments -s -S -C : $waybill_flags '(-): :__waybill_shipments_verbs' '(-)*:: :->verb' && return
  case $state in
    verb)
      case $words[1] in
        add)
          _arguments -s -S : $waybill_flags \
            '--retailer=[The order'\''s store; read from the order when absent]:value: ' \
            '--csv=[A CSV file of shipments, or - for standard input]:value:_files' \
            '--from-json=[A JSON list of shipments in the service'\''s own fields]:value:_files' \
            '*--map=[Which column is retailer, orderNumber or trackingNumber]:value: ' \
            '--no-header[The first line is a row already; the first three columns are taken]' \
            '--delimiter=[Between the cells\: , ; tab or |]:value: ' \
            '--results=[Where to write what became of each row]:value:_files' \
            '--rejects=[Where to write the rows that are to be fixed]:value:_files' \
            '--restart[Send everything again, whatever earlier runs have settled]' \
            '--verify[Read the orders before and after, and settle every accepted row by them]' \
            '--all-or-nothing[Send nothing if any row is invalid or would match no order]' \
            ':order-number:__waybill_living order' \
            '*:tracking-number: ' ;;
        check)
          _arguments -s -S : $waybill_flags \
            '--offline[Look only at the file]' \
            '*--map=[Which column is retailer, orderNumber or trackingNumber]:value: ' \
            '--no-header[The first line is a row already; the first three columns are taken]' \
            '--delimiter=[Between the cells\: , ; tab or |]:value: ' \
            ':file:_files' ;;
        list|ls)
          _arguments -s -S : $waybill_flags \
            '*--status=[In one of these statuses]:value:_values -s , value purchased shipped partially_delivered delivered partially_received received partially_paid issue paid cancelled' \
            '*--group=[Of these buying groups]:value:_values -s , value bfmr buying_group points_4_days max_out_deals mvp_buying_group earn_from_buying points_cash_back buy_get_rewards u_earn_points buyers_for_points power_buy_network big_deal_points buy_get_paid u_buy_we_pay' \
            '--retailer=[Part of the retailer'\''s name]:value: ' \
            '--since=[Ordered on this day or later]:value: ' \
            '--until=[Ordered on this day or earlier]:value: ' \
            '--older-than=[Ordered longer ago than this]:value: ' \
            '*--source=[Created in one of these ways]:value:_values -s , value dashboard extension csv_import api email_automation' \
            '--card=[Paid with this card\: id, last digits or nickname]:value:__waybill_living card' \
            '--tracking=[With this tracking number]:value: ' \
            '--search=[With this text in any number, name, note or line item]:value: ' \
            '*--carrier=[Of these carriers]:value:_values -s , value usps ups fedex amazon doordash ontrac lasership unknown' \
            '(-L --limit)-L+[How many]:value: ' \
            '(-L --limit)--limit=[How many]:value: ' \
            '--offset=[How many to skip first]:value: ' \
            '--verify[Read the orders twice and compare]' ;;
      esac ;;
  esac
}

__waybill_shipments_verbs() {
  local -a verbs=(
    'add:Add tracking numbers to orders'
    'check:Look a file over without sending it'
    'list:List the tracking numbers of the account'
  )
  _describe -t verbs verb verbs
}

__waybill_cards() {
  local curcontext=$curcontext state state_descr line
  _arguments -s -S -C : $waybill_flags '(-): :__waybill_cards_verbs' '(-)*:: :->verb' && return
  case $state in
    verb)
      case $words[1] in
        list|ls)
          _arguments -s -S : $waybill_flags \
            '--open[Only cards that are not closed]' \
            '--closed[Only closed cards]' \
            '--owner=[Part of the account owner'\''s name]:value: ' ;;
      esac ;;
  esac
}

__waybill_cards_verbs() {
  local -a verbs=(
    'list:List credit cards'
  )
  _describe -t verbs verb verbs
}

__waybill_sandbox() {
  local curcontext=$curcontext state state_descr line
  _arguments -s -S -C : $waybill_flags '(-): :__waybill_sandbox_verbs' '(-)*:: :->verb' && return
  case $state in
    verb)
      case $words[1] in
        serve)
          _arguments -s -S : $waybill_flags \
            '--port=[The port to listen on; 0 is any that is free]:value: ' \
            '--host=[The address to listen on]:value: ' \
            '--db=[The sandbox database; \:memory\: keeps nothing]:value:_files' \
            '--plan=[The plan\: free has no API access (403)]:value:(paid free)' \
            '--rate-limit=[Respond with 429 beyond this many requests in this many seconds]:value: ' \
            '--latency=[Hold every response back this long]:value: ' ;;
        seed)
          _arguments -s -S : $waybill_flags \
            '--orders=[How many buying group orders to add]:value: ' \
            '--giftcards=[How many gift card orders to add]:value: ' \
            '--cards=[How many credit cards to add]:value: ' \
            '--seed=[What chance begins from]:value: ' \
            '--db=[The sandbox database; \:memory\: keeps nothing]:value:_files' ;;
        reset)
          _arguments -s -S : $waybill_flags \
            '--db=[The sandbox database; \:memory\: keeps nothing]:value:_files' ;;
        info)
          _arguments -s -S : $waybill_flags \
            '--db=[The sandbox database; \:memory\: keeps nothing]:value:_files' ;;
        examples)
          _arguments -s -S : $waybill_flags \
            ':folder:_files' ;;
      esac ;;
  esac
}

__waybill_sandbox_verbs() {
  local -a verbs=(
    'serve:Offer the sandbox service over HTTP'
    'seed:Add sandbox orders and cards'
    'reset:Put the sandbox account back to its sample'
    'info:Where the sandbox account is and what it holds'
    'examples:Write the example files to a folder'
  )
  _describe -t verbs verb verbs
}

__waybill_api() {
  _arguments -s -S : $waybill_flags \
    '*-f+[A field whose value is text]:value: ' \
    '*--field=[A field whose value is text]:value: ' \
    '*-F+[A field whose value is JSON]:value: ' \
    '*--json-field=[A field whose value is JSON]:value: ' \
    '--input=[The whole body, as JSON]:value:_files' \
    '--paginate[Every page of a list, as one JSON array]' \
    '(-i --include)-i[The status and the headers too]' \
    '(-i --include)--include[The status and the headers too]' \
    ':method:(GET POST PATCH PUT DELETE HEAD OPTIONS)' \
    ':path: '
}

__waybill_config() {
  local curcontext=$curcontext state state_descr line
  _arguments -s -S -C : $waybill_flags '(-): :__waybill_config_verbs' '(-)*:: :->verb' && return
  case $state in
    verb)
      case $words[1] in
        list|ls)
          _arguments -s -S : $waybill_flags ;;
        get)
          _arguments -s -S : $waybill_flags \
            ':key:(baseUrl output money color timeout maxWait retries concurrency caFile credentialCommand)' ;;
        set)
          _arguments -s -S : $waybill_flags \
            ':key:(baseUrl output money color timeout maxWait retries concurrency caFile credentialCommand)' \
            ':value: ' ;;
        unset)
          _arguments -s -S : $waybill_flags \
            ':key:(baseUrl output money color timeout maxWait retries concurrency caFile credentialCommand)' ;;
        path)
          _arguments -s -S : $waybill_flags ;;
      esac ;;
  esac
}

__waybill_config_verbs() {
  local -a verbs=(
    'list:List settings and where each comes from'
    'get:Print one setting'
    'set:Keep a setting in the profile'
    'unset:Take a setting out of the profile'
    'path:Print where the settings file is'
  )
  _describe -t verbs verb verbs
}

__waybill_completion() {
  _arguments -s -S : $waybill_flags \
    ':shell:(bash zsh fish powershell)'
}

__waybill_doctor() {
  _arguments -s -S : $waybill_flags
}

_waybill() {
  local curcontext=$curcontext state state_descr line
  local -a waybill_words=("${(@Q)words[2,CURRENT-1]}")
  local -a waybill_flags=(
    '--profile=[Which account]:value:__waybill_living profile'
    '--sandbox[The embedded practice service instead of an account\: no set-up, no network]'
    '--base-url=[The service'\''s address, version prefix included]:value: '
    '(-o --output)-o+[How results are printed]:value:(table json ndjson csv tsv)'
    '(-o --output)--output=[How results are printed]:value:(table json ndjson csv tsv)'
    '--json[Short for -o json]'
    '*--fields=[Which fields, in this order; dotted paths reach inside]:value: '
    '--money=[Unit of money in csv and tsv, out and in]:value:(cents dollars)'
    '--today=[What counts as today]:value: '
    '--raw-csv[Do not escape csv and tsv values that a spreadsheet would run]'
    '--color=[When to use colour]:value:(auto always never)'
    '--timeout=[One request'\''s limit (30 for reads, 60 for writes)]:value: '
    '--max-wait=[How long in all to wait out rate limits]:value: '
    '--retries=[Tries after the first]:value: '
    '--concurrency=[Requests under way at once]:value: '
    '--ca-file=[An extra certificate authority]:value:_files'
    '--dry-run[Print each request that would be sent, send none]'
    '(-y --yes)-y[Answer yes to every confirmation]'
    '(-y --yes)--yes[Answer yes to every confirmation]'
    '--no-input[Never ask; what is missing is a usage error]'
    '(-q --quiet)-q[No progress, no notices; errors only]'
    '(-q --quiet)--quiet[No progress, no notices; errors only]'
    '(-v --verbose)-v[One line a request on stderr]'
    '(-v --verbose)--verbose[One line a request on stderr]'
    '--debug[Headers and bodies as well, credentials and redemption codes masked]'
    '(-h --help)-h[Show help]'
    '(-h --help)--help[Show help]'
    '(-V --version)-V[Show the version]'
    '(-V --version)--version[Show the version]'
  )
  _arguments -s -S -C : $waybill_flags '(-): :__waybill_nouns' '(-)*:: :->noun' && return
  case $state in
    noun)
      case $words[1] in
        auth) __waybill_auth ;;
        orders|order) __waybill_orders ;;
        giftcards|giftcard) __waybill_giftcards ;;
        shipments|shipment) __waybill_shipments ;;
        cards|card) __waybill_cards ;;
        sandbox) __waybill_sandbox ;;
        api) __waybill_api ;;
        config) __waybill_config ;;
        completion) __waybill_completion ;;
        doctor) __waybill_doctor ;;
        help) __waybill_help ;;
      esac ;;
  esac
}

if [[ $funcstack[1] == _waybill ]]; then
  _waybill "$@"
else
  compdef _waybill waybill
fi
