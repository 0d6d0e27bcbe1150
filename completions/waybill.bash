# bash completion for waybill: it asks waybill itself what fits.
_waybill() {
  local line=$COMP_LINE words=() index word offer cut='' breaks=${COMP_WORDBREAKS//[^=:]/}
  COMPREPLY=()
  # Bash breaks words at = and : as well; what is written together is put together again.
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
  # Readline replaces only what follows the last = or : where it breaks words there.
  if [[ -n $breaks ]]; then cut=${word%"${word##*[$breaks]}"}; fi
  while IFS=$'\t' read -r offer _; do
    if [[ $offer == :files ]]; then compopt -o default 2>/dev/null; break; fi
    # Quoted, so that on a command line it stays one plain word; a comma needs no quoting.
    printf -v offer %q "$offer"
    offer=${offer//\\,/,}
    COMPREPLY+=("${offer#"$cut"}")
  done < <(waybill complete -- "${words[@]:1}" 2>/dev/null </dev/null)
}
complete -F _waybill waybill
