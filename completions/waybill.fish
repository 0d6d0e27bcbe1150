# fish completion for waybill, which asks waybill for the offers.
function __waybill_complete
    set -l words (commandline --tokenize --cut-at-cursor --current-process)
    set -e words[1]
    set -l typed (commandline --cut-at-cursor --current-token)
    for offer in (waybill complete -- $words "$typed" 2>/dev/null </dev/null)
        if string match -q ':files*' -- $offer
            # The part of the word before the path: --csv=
            set -l flag (string match -r '^--[^=]*=' -- "$typed")
            for path in (__fish_complete_path (string replace -- "$flag" '' "$typed"))
                echo "$flag$path"
            end
        else
            echo $offer
        end
    end
end
complete -c waybill -e
complete -c waybill -f -a '(__waybill_complete)'
complete -c waybill.exe -f -a '(__waybill_complete)'
