# bash completion for waybill, which asks waybill for the offers.
_waybill() {
  local line=$COMP_LINE words=() index word offer cut='' breaks=${COMP_WORDBREAKS//[^=:]/}
  COMPREPLY=()
  # Bash also splits words at = and :, so join the parts that have no space between them.
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
  word=${words[${#words[@]} - 1]}
  # If readline splits words at = or :, it replaces only what follows the last one.
  if [[ -n $breaks ]]; then cut=${word%"${word##*[$breaks]}"}; fi
  while IFS=$'\t' read -r offer _; do
    if [[ $offer == :files ]]; then compopt -o default 2>/dev/null; break; fi
    # A value follows at once.
    if [[ $offer == *= ]]; then compopt -o nospace 2>/dev/null; fi
    # Quote the offer so that it stays one plain word on the command line; a comma needs no quotes.
    printf -v offer %q "$offer"
    offer=${offer//\\,/,}
    COMPREPLY+=("${offer#"$cut"}")
  done < <(waybill complete -- "${words[@]:1}" 2>/dev/null </dev/null)
}
complete -F _waybill waybill waybill.exe
