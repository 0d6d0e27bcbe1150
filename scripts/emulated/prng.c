/* bcryptprimitives.dll for Wine, which lacks it: the random bytes that a Windows program asks for. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(void *bytes, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(BYTE *bytes, SIZE_T length) {
  return SystemFunction036(bytes, (ULONG)length);
}
