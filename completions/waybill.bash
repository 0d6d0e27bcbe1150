# bash completion for waybill, generated from its command tree.
# Names, flags and fixed values stand in this file: no program is started for them.

# Goes one word down the tree from $path, or counts the word as an argument.
__waybill_step() {
  case "$path $1" in
    ' help')
      helping=1 ;;
    ' auth')
      path='auth' ;;
    'auth login')
      path='auth login' ;;
    'auth status')
      path='auth status' ;;
    'auth list' | 'auth ls')
      path='auth list' ;;
    'auth switch')
      path='auth switch' ;;
    'auth rotate')
      path='auth rotate' ;;
    'auth logout')
      path='auth logout' ;;
    ' orders' | ' order')
      path='orders' ;;
    'orders list' | 'orders ls')
      path='orders list' ;;
    'orders get')
      path='orders get' ;;
    'orders create')
      path='orders create' ;;
    'orders update')
      path='orders update' ;;
    ' giftcards' | ' giftcard')
      path='giftcards' ;;
    'giftcards list' | 'giftcards ls')
      path='giftcards list' ;;
    'giftcards get')
      path='giftcards get' ;;
    'giftcards create')
      path='giftcards create' ;;
    'giftcards update')
      path='giftcards update' ;;
    ' shipments' | ' shipment')
      path='shipments' ;;
    'shipments add')
      path='shipments add' ;;
    'shipments check')
      path='shipments check' ;;
    'shipments list' | 'shipments ls')
      path='shipments list' ;;
    ' cards' | ' card')
      path='cards' ;;
    'cards list' | 'cards ls')
      path='cards list' ;;
    ' sandbox')
      path='sandbox' ;;
    'sandbox serve')
      path='sandbox serve' ;;
    'sandbox seed')
      path='sandbox seed' ;;
    'sandbox reset')
      path='sandbox reset' ;;
    'sandbox info')
      path='sandbox info' ;;
    'sandbox examples')
      path='sandbox examples' ;;
    ' api')
      path='api' ;;
    ' config')
      path='config' ;;
    'config list' | 'config ls')
      path='config list' ;;
    'config get')
      path='config get' ;;
    'config set')
      path='config set' ;;
    'config unset')
      path='config unset' ;;
    'config path')
      path='config path' ;;
    ' completion')
      path='completion' ;;
    ' doctor')
      path='doctor' ;;
    *)
      if __waybill_names; then path=unknown; else position=$((position + 1)); fi ;;
  esac
}

# Says where the values of flag $1 come from; false where it takes none.
__waybill_flag_value() {
  case "$path $1" in
    'auth login --api-key' | 'orders list --retailer' | 'orders list --since' | 'orders list --until' | 'orders list --older-than' | 'orders list --tracking' | 'orders list --search' | 'orders list -L' | 'orders list --limit' | 'orders list --offset' | 'orders create --date' | 'orders create --time' | 'orders create --retailer' | 'orders create --order-number' | 'orders create --shipping' | 'orders create --tax' | 'orders create --discount' | 'orders create --earn-rate' | 'orders create --account' | 'orders create --notes' | 'orders create --item' | 'orders update --date' | 'orders update --time' | 'orders update --retailer' | 'orders update --order-number' | 'orders update --shipping' | 'orders update --tax' | 'orders update --discount' | 'orders update --earn-rate' | 'orders update --account' | 'orders update --notes' | 'orders update --item' | 'orders update --add-item' | 'orders update --set-item' | 'orders update --remove-item' | 'giftcards list --retailer' | 'giftcards list --since' | 'giftcards list --until' | 'giftcards list --older-than' | 'giftcards list --search' | 'giftcards list -L' | 'giftcards list --limit' | 'giftcards list --offset' | 'giftcards create --date' | 'giftcards create --time' | 'giftcards create --retailer' | 'giftcards create --order-number' | 'giftcards create --shipping' | 'giftcards create --tax' | 'giftcards create --discount' | 'giftcards create --earn-rate' | 'giftcards create --account' | 'giftcards create --notes' | 'giftcards create --item' | 'giftcards update --date' | 'giftcards update --time' | 'giftcards update --retailer' | 'giftcards update --order-number' | 'giftcards update --shipping' | 'giftcards update --tax' | 'giftcards update --discount' | 'giftcards update --earn-rate' | 'giftcards update --account' | 'giftcards update --notes' | 'giftcards update --item' | 'giftcards update --add-item' | 'giftcards update --set-item' | 'giftcards update --remove-item' | 'shipments add --retailer' | 'shipments add --map' | 'shipments add --delimiter' | 'shipments check --map' | 'shipments check --delimiter' | 'shipments list --retailer' | 'shipments list --since' | 'shipments list --until' | 'shipments list --older-than' | 'shipments list --tracking' | 'shipments list --search' | 'shipments list -L' | 'shipments list --limit' | 'shipments list --offset' | 'cards list --owner' | 'sandbox serve --port' | 'sandbox serve --host' | 'sandbox serve --rate-limit' | 'sandbox serve --latency' | 'sandbox seed --orders' | 'sandbox seed --giftcards' | 'sandbox seed --cards' | 'sandbox seed --seed' | 'api -f' | 'api --field' | 'api -F' | 'api --json-field' | *' --base-url' | *' --fields' | *' --today' | *' --timeout' | *' --max-wait' | *' --retries' | *' --concurrency')
      from=nothing values='' ;;
    'auth login --store')
      from=words values='keychain file' ;;
    'orders list --status' | 'orders update --if-status' | 'shipments list --status')
      from=joined values='purchased shipped partially_delivered delivered partially_received received partially_paid issue paid cancelled' ;;
    'orders list --group' | 'shipments list --group')
      from=joined values='bfmr buying_group points_4_days max_out_deals mvp_buying_group earn_from_buying points_cash_back buy_get_rewards u_earn_points buyers_for_points power_buy_network big_deal_points buy_get_paid u_buy_we_pay' ;;
    'orders list --source' | 'giftcards list --source' | 'shipments list --source')
      from=joined values='dashboard extension csv_import api email_automation' ;;
    'orders list --card' | 'orders create --card' | 'orders update --card' | 'giftcards list --card' | 'giftcards create --card' | 'giftcards update --card' | 'shipments list --card')
      from=living values=card ;;
    'orders list --sort')
      from=joined values='date orderDate time orderTime retailer order-number orderNumber status shipping tax discount card creditCardId sub-card subCreditCardId earn-rate cardEarnRate account retailerAccount notes group buyingGroup id source subtotal total cashback createdAt expectedPayout trackingNumbers orderLineItems' ;;
    'orders get --by' | 'orders update --by' | 'giftcards get --by' | 'giftcards update --by')
      from=words values='id number' ;;
    'orders create --status' | 'orders update --status')
      from=words values='purchased shipped partially_delivered delivered partially_received received partially_paid issue paid cancelled' ;;
    'orders create --sub-card' | 'orders update --sub-card' | 'giftcards create --sub-card' | 'giftcards update --sub-card')
      from=living values=subcard ;;
    'orders create --group' | 'orders update --group')
      from=words values='bfmr buying_group points_4_days max_out_deals mvp_buying_group earn_from_buying points_cash_back buy_get_rewards u_earn_points buyers_for_points power_buy_network big_deal_points buy_get_paid u_buy_we_pay' ;;
    'orders create --items-file' | 'orders create --codes-file' | 'orders create --from-json' | 'orders update --items-file' | 'orders update --codes-file' | 'orders update --from-json' | 'orders update --csv' | 'orders update --results' | 'orders update --rejects' | 'giftcards create --items-file' | 'giftcards create --codes-file' | 'giftcards create --from-json' | 'giftcards create --csv' | 'giftcards create --results' | 'giftcards create --rejects' | 'giftcards update --items-file' | 'giftcards update --codes-file' | 'giftcards update --from-json' | 'giftcards update --csv' | 'giftcards update --results' | 'giftcards update --rejects' | 'shipments add --csv' | 'shipments add --from-json' | 'shipments add --results' | 'shipments add --rejects' | 'sandbox serve --db' | 'sandbox seed --db' | 'sandbox reset --db' | 'sandbox info --db' | 'api --input' | *' --ca-file')
      from=files values='' ;;
    'orders update --clear' | 'giftcards update --clear')
      from=joined values='time card sub-card account notes' ;;
    'giftcards list --status' | 'giftcards update --if-status')
      from=joined values='purchased submitted partially_paid issue paid cancelled' ;;
    'giftcards list --platform')
      from=joined values='aligned_incentives card_center card_cash qgcg' ;;
    'giftcards list --sort')
      from=joined values='date orderDate time orderTime retailer order-number orderNumber status shipping tax discount card creditCardId sub-card subCreditCardId earn-rate cardEarnRate account retailerAccount notes platform id source subtotal total cashback createdAt expectedPayout orderLineItems' ;;
    'giftcards create --status' | 'giftcards update --status')
      from=words values='purchased submitted partially_paid issue paid cancelled' ;;
    'giftcards create --platform' | 'giftcards update --platform')
      from=words values='aligned_incentives card_center card_cash qgcg' ;;
    'shipments list --carrier')
      from=joined values='usps ups fedex amazon doordash ontrac lasership unknown' ;;
    'sandbox serve --plan')
      from=words values='paid free' ;;
    *' --profile')
      from=living values=profile ;;
    *' -o' | *' --output')
      from=words values='table json ndjson csv tsv' ;;
    *' --money')
      from=words values='cents dollars' ;;
    *' --color')
      from=words values='auto always never' ;;
    *)
      return 1 ;;
  esac
}

__waybill_argument_value() {
  case "$path $position" in
    'auth switch 0')
      from=living values=profile ;;
    'orders get '* | 'orders update '* | 'shipments add 0')
      from=living values=order ;;
    'giftcards get '* | 'giftcards update '*)
      from=living values=giftcard ;;
    'shipments add '* | 'api 1' | 'config set 1')
      from=nothing values='' ;;
    'shipments check 0' | 'sandbox examples 0')
      from=files values='' ;;
    'api 0')
      from=words values='GET POST PATCH PUT DELETE HEAD OPTIONS' ;;
    'config get 0' | 'config set 0' | 'config unset 0')
      from=words values='baseUrl output money color timeout maxWait retries concurrency caFile credentialCommand' ;;
    'completion 0')
      from=words values='bash zsh fish powershell' ;;
    *)
      from=nothing values='' ;;
  esac
}

__waybill_flag_names() {
  values=''
  case "$path" in
    'auth login')
      values='--api-key --secret-stdin --store --no-verify' ;;
    'auth rotate')
      values='--secret-stdin --no-verify' ;;
    'auth logout')
      values='--all' ;;
    'orders list')
      values='--status --group --retailer --since --until --older-than --source --card --tracking --no-tracking --search -L --limit --all --offset --verify --sort --count' ;;
    'orders get' | 'giftcards get')
      values='--by' ;;
    'orders create')
      values='--date --time --retailer --order-number --status --shipping --tax --discount --card --sub-card --earn-rate --account --notes --group --item --items-file --codes-file --from-json --no-safe-retry' ;;
    'orders update')
      values='--by --date --time --retailer --order-number --status --shipping --tax --discount --card --sub-card --earn-rate --account --notes --group --item --items-file --codes-file --from-json --clear --add-item --set-item --remove-item --if-status --csv --results --rejects --restart' ;;
    'giftcards list')
      values='--status --platform --retailer --since --until --older-than --source --card --search -L --limit --all --offset --verify --sort --count' ;;
    'giftcards create')
      values='--date --time --retailer --order-number --status --shipping --tax --discount --card --sub-card --earn-rate --account --notes --platform --item --items-file --codes-file --from-json --no-safe-retry --csv --results --rejects --restart' ;;
    'giftcards update')
      values='--by --date --time --retailer --order-number --status --shipping --tax --discount --card --sub-card --earn-rate --account --notes --platform --item --items-file --codes-file --from-json --clear --add-item --set-item --remove-item --if-status --csv --results --rejects --restart' ;;
    'shipments add')
      values='--retailer --csv --from-json --map --no-header --delimiter --results --rejects --restart --verify --all-or-nothing' ;;
    'shipments check')
      values='--offline --map --no-header --delimiter' ;;
    'shipments list')
      values='--status --group --retailer --since --until --older-than --source --card --tracking --search --carrier -L --limit --offset --verify' ;;
    'cards list')
      values='--open --closed --owner' ;;
    'sandbox serve')
      values='--port --host --db --plan --rate-limit --latency' ;;
    'sandbox seed')
      values='--orders --giftcards --cards --seed --db' ;;
    'sandbox reset' | 'sandbox info')
      values='--db' ;;
    'api')
      values='-f --field -F --json-field --input --paginate -i --include' ;;
  esac
  from=words values="$values --profile --sandbox --base-url -o --output --json --fields --money --today --raw-csv --color --timeout --max-wait --retries --concurrency --ca-file --dry-run -y --yes --no-input -q --quiet -v --verbose --debug -h --help -V --version"
}

# The next word of a name; false where the name is complete.
__waybill_names() {
  from=words
  case "$path" in
    '')
      values='auth orders giftcards shipments cards sandbox api config completion doctor help' ;;
    'auth')
      values='login status list switch rotate logout' ;;
    'orders' | 'giftcards')
      values='list get create update' ;;
    'shipments')
      values='add check list' ;;
    'cards')
      values='list' ;;
    'sandbox')
      values='serve seed reset info examples' ;;
    'config')
      values='list get set unset path' ;;
    *)
      return 1 ;;
  esac
  if [[ -n $helping && -z $path ]]; then values="$values exit-codes environment output money csv cron"; fi
}

# Offers what begins with $1, each put behind $2.
__waybill_offer() {
  local typed=$1 before=$2 candidate quoted candidates=()
  case $from in
    joined)
      if [[ $typed == *,* ]]; then
        before=$before${typed%,*},
        typed=${typed##*,}
      fi
      candidates=($values) ;;
    words)
      candidates=($values) ;;
    living)
      while IFS= read -r candidate; do
        candidates+=("${candidate%%$'\t'*}")
      done < <(waybill __complete "$values" -- "${words[@]:1:${#words[@]}-2}" 2>/dev/null </dev/null) ;;
    files)
      compopt -o default 2>/dev/null ||
        while IFS= read -r candidate; do
          COMPREPLY+=("$candidate")
        done < <(compgen -f -- "$typed")
      return ;;
  esac
  # Readline replaces only what follows the last = or : where it breaks words there.
  local whole=$before$typed breaks=${COMP_WORDBREAKS//[^=:]/} cut=''
  if [[ -n $breaks ]]; then cut=${whole%"${whole##*[$breaks]}"}; fi
  for candidate in "${candidates[@]}"; do
    if [[ $candidate == "$typed"* ]]; then
      # What comes from the service is quoted: on a command line it must stay one plain word.
      printf -v quoted %q "$candidate"
      quoted=$before$quoted
      COMPREPLY+=("${quoted#"$cut"}")
    fi
  done
}

_waybill() {
  local path='' helping='' position=0 from='' values='' flag='' ended=''
  local line=$COMP_LINE words=() word index letter current
  COMPREPLY=()
  # Bash breaks words at = and : as well; what stood together is put together again.
  for ((index = 0; index <= COMP_CWORD; index++)); do
    word=${COMP_WORDS[index]}
    if ((index > 0)) && [[ -n $word && $line != [[:space:]]* ]]; then
      words[${#words[@]} - 1]+=$word
    else
      words+=("$word")
      line=${line#"${line%%[![:space:]]*}"}
    fi
    line=${line#"$word"}
  done
  current=${words[${#words[@]} - 1]}
  for ((index = 1; index < ${#words[@]} - 1; index++)); do
    word=${words[index]}
    if [[ -n $flag ]]; then
      flag=''
    elif [[ -n $ended ]]; then
      __waybill_step "$word"
    elif [[ $word == -- ]]; then
      ended=1
    elif [[ $word == --* ]]; then
      if [[ $word != *=* ]] && __waybill_flag_value "$word"; then flag=$word; fi
    elif [[ $word == -?* ]]; then
      for ((letter = 1; letter < ${#word}; letter++)); do
        if __waybill_flag_value "-${word:letter:1}"; then
          if ((letter == ${#word} - 1)); then flag=-${word:letter:1}; fi
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
    if __waybill_flag_value "${current%%=*}"; then
      __waybill_offer "${current#*=}" "${current%%=*}="
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
