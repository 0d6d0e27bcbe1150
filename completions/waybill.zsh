#compdef waybill waybill.exe
# zsh completion for waybill, which asks waybill for the offers.
_waybill() {
  local offer value
  local -a values shown glue
  for offer in ${(f)"$(waybill complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null </dev/null)"}; do
    value=${offer%%$'\t'*}
    if [[ $value == :files ]]; then
      compset -P '--*='
      _files
      return
    fi
    # A value follows at once.
    if [[ $value == *= ]]; then glue=(-S ''); fi
    values+=("$value")
    shown+=("$value  ${offer#*$'\t'}")
  done
  compadd "${glue[@]}" -l -d shown -a values
}
if [[ $funcstack[1] == _waybill ]]; then
  _waybill "$@"
else
  compdef _waybill waybill waybill.exe
fi
