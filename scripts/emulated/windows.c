/* What tests under Wine need and only Windows programs can do:
   `windows.exe pipe <program> <word>...` runs it with a Windows pipe as its standard input, which gets
   what this program reads; `windows.exe hold <file> <ms>` has a file open as a virus scanner does. */
#include <stdio.h>
#include <windows.h>

static int hold(const wchar_t *file, DWORD milliseconds) {
  HANDLE held = CreateFileW(file, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING, 0, NULL);
  if (held == INVALID_HANDLE_VALUE) return 1;
  puts("held");
  fflush(stdout);
  Sleep(milliseconds);
  return 0;
}

static int pipe(wchar_t *line) {
  SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {0};
  STARTUPINFOW start = {sizeof start};
  PROCESS_INFORMATION child;
  HANDLE reader, writer, in = GetStdHandle(STD_INPUT_HANDLE), job = CreateJobObjectW(NULL, NULL);
  char bytes[65536];
  DWORD count, written, code;
  CreatePipe(&reader, &writer, &inherited, 0);
  SetHandleInformation(writer, HANDLE_FLAG_INHERIT, 0);
  start.dwFlags = STARTF_USESTDHANDLES;
  start.hStdInput = reader;
  start.hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
  start.hStdError = GetStdHandle(STD_ERROR_HANDLE);
  /* Whoever kills this program means the child. */
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
  SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
  if (!CreateProcessW(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &start, &child)) return 99;
  AssignProcessToJobObject(job, child.hProcess);
  CloseHandle(reader);
  while (ReadFile(in, bytes, sizeof bytes, &count, NULL) && count > 0) {
    if (!WriteFile(writer, bytes, count, &written, NULL)) break;
  }
  CloseHandle(writer);
  WaitForSingleObject(child.hProcess, INFINITE);
  GetExitCodeProcess(child.hProcess, &code);
  return code;
}

int wmain(int count, wchar_t **words) {
  if (words[1][0] == L'h') return hold(words[2], wcstoul(words[3], NULL, 10));
  return pipe(wcsstr(GetCommandLineW(), L" pipe ") + 6);
}
