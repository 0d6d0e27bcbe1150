#compdef waybill
# zsh completion for waybill, generated from its command tree.
# Names, flags and fixed values stand in this file: no program is started for them.

# Offers the values that only waybill knows, for the words typed so far. Their kind comes last,
# behind what _arguments wants compadd to be told.
__waybill_living() {
  local -a found=(${(f)"$(waybill __complete $@[-1] -- $waybill_words 2>/dev/null </dev/null)"})
  compadd "${@[1,-2]}" -a found
}

__waybill_nouns() {
  local -a nouns=(
    'config:Settings'
    'sandbox:The embedded practice service'
    'completion:A shell'\''s completion script'
    'help:Help on a command or a topic'
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
    config) __waybill_config_verbs ;;
    sandbox) __waybill_sandbox_verbs ;;
  esac
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
            '--db=[The practice database; \:memory\: keeps nothing]:value:_files' \
            '--plan=[The plan\: free has no API access (403)]:value:(paid free)' \
            '--rate-limit=[Answer 429 beyond so many requests in so many seconds]:value: ' \
            '--latency=[Hold every answer back so long]:value: ' ;;
        seed)
          _arguments -s -S : $waybill_flags \
            '--orders=[How many buying group orders to add]:value: ' \
            '--giftcards=[How many gift card orders to add]:value: ' \
            '--cards=[How many credit cards to add]:value: ' \
            '--seed=[What chance begins from]:value: ' \
            '--db=[The practice database; \:memory\: keeps nothing]:value:_files' ;;
        reset)
          _arguments -s -S : $waybill_flags \
            '--db=[The practice database; \:memory\: keeps nothing]:value:_files' ;;
        info)
          _arguments -s -S : $waybill_flags \
            '--db=[The practice database; \:memory\: keeps nothing]:value:_files' ;;
      esac ;;
  esac
}

__waybill_sandbox_verbs() {
  local -a verbs=(
    'serve:Offer the practice service over HTTP'
    'seed:Add practice orders and cards'
    'reset:Put the practice account back to its sample'
    'info:Where the practice account is and what it holds'
  )
  _describe -t verbs verb verbs
}

__waybill_completion() {
  _arguments -s -S : $waybill_flags \
    ':shell:(bash zsh fish powershell)'
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
        config) __waybill_config ;;
        sandbox) __waybill_sandbox ;;
        completion) __waybill_completion ;;
        help) __waybill_help ;;
      esac ;;
  esac
}

if [[ $funcstack[1] == _waybill ]]; then
  _waybill "$@"
else
  compdef _waybill waybill
fi
