# PowerShell completion for waybill, which asks waybill for the offers.
Register-ArgumentCompleter -Native -CommandName waybill, waybill.exe -ScriptBlock {
    param($typed, $line, $cursor)
    $words = @($line.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -le $cursor } | ForEach-Object { "$_" })
    # Before 7.3, PowerShell passes an empty word only in quotes.
    if ($typed -eq '') {
        $words += if ($PSVersionTable.PSVersion -lt [version]'7.3') { '""' } else { '' }
    }
    waybill complete -- @words 2>$null | ForEach-Object {
        $value, $about = $_ -split "`t", 2
        if ($value -eq ':files') {
            [System.Management.Automation.CompletionCompleters]::CompleteFilename($typed)
        } else {
            # Quote the offer so that it stays one plain word on the command line.
            $text = if ($value -match '^[\w.:=/+-]+$') { $value } else { "'" + $value.Replace("'", "''") + "'" }
            $shown = if ($about) { $about } else { $value }
            [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $shown)
        }
    }
}
