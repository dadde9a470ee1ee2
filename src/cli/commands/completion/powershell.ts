/**
 * A completion script for PowerShell 5.1 and later. The program itself completes the line, which it reads from standard
 * input, because Windows PowerShell does not pass quotes in arguments unchanged.
 */
export const POWERSHELL_SCRIPT = `# Completion of postrider for PowerShell: postrider completion powershell | Out-String | Invoke-Expression

Register-ArgumentCompleter -Native -CommandName postrider -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  # The line as far as the cursor, with the space before an empty word, which is not part of the command.
  $length = $cursorPosition - $commandAst.Extent.StartOffset
  $line = $commandAst.Extent.Text.PadRight($length).Substring(0, $length)
  # Complete the last of several values, or the value in --option=value.
  $before = if ($wordToComplete -match '^.*[,=]') { $Matches[0] } else { '' }
  $line | postrider completion powershell --complete 2>$null | ForEach-Object {
    $word, $summary = $_ -split "\`t", 2
    if (-not $summary) { $summary = $word }
    [System.Management.Automation.CompletionResult]::new("$before$word", $word, 'ParameterValue', $summary)
  }
}
`;
