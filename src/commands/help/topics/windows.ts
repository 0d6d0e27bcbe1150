import type { Topic } from '../../../cli/help';

export const topic: Topic = {
  write(page) {
    page
      .text(
        'The examples in help are for bash. Most work in PowerShell as they are; these forms differ.',
      )
      .rows('In PowerShell', [
        ['first && second', 'first; if ($?) { second }   PowerShell 7 also takes &&'],
        ['command < file', 'Get-Content file | command'],
        ['"$NAME"', '"$env:NAME"'],
        ['export NAME=value', "$env:NAME = 'value'"],
        ['test $? -eq 15', '$LASTEXITCODE -eq 15'],
        ['/dev/null', 'NUL'],
      ])
      .lines('Before a pipe or a redirection, in every session of Windows PowerShell 5', [
        '  $OutputEncoding = [Console]::OutputEncoding = [Text.UTF8Encoding]::new()',
      ])
      .text(
        'Without that line, it changes letters such as é on their way. waybill reads the UTF-16 files that > writes there. It can neither pipe nor redirect what is not text: let waybill mirror backup write a file.',
      )
      .lines('Jobs of the Task Scheduler', [
        '  schtasks /Create /TN waybill-shipments /SC DAILY /ST 06:15 /TR "cmd /c cd /d %USERPROFILE%\\inbox && waybill shipments add --csv shipments.csv --rejects rejects.csv -q --no-input 2>> waybill.log"',
        '  schtasks /Create /TN waybill-changes /SC HOURLY /TR "cmd /c cd /d %USERPROFILE% && waybill sync -q --wait 60 2>> waybill.log && waybill changes >> changes.txt"',
      ])
      .rows('What is where', [
        ['Settings', '%APPDATA%\\waybill, which follows you to other machines'],
        ['Mirror, upload jobs', '%LOCALAPPDATA%\\waybill'],
        ['API secret', 'The Credential Manager; with --store file, the settings'],
      ])
      .text(
        'Windows lets only you, administrators and the system read these folders. If you set WAYBILL_HOME, give it a folder in your own profile: waybill does not change permissions on Windows, and waybill doctor warns about any other folder.',
      )
      .text(
        'Windows writes no file with the name of a device (aux.csv, con, nul.txt) or with a dot or a space at its end. A command asked for such a file ends with exit code 2 and does nothing.',
      );
  },
};
