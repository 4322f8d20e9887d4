/* icuuc.dll is a part of Windows 10 that Wine 10 lacks. Qt looks there for converters of old text
   encodings only; these say that there are none. Only for the test bench. */
#define NOTHING(name) __declspec(dllexport) void *name(void) { return 0; }

__declspec(dllexport) void *ucnv_open(const char *name, int *error)
{
    (void)name;
    *error = 4; /* U_FILE_ACCESS_ERROR */
    return 0;
}

NOTHING(ucnv_close) NOTHING(ucnv_reset) NOTHING(ucnv_getMaxCharSize) NOTHING(ucnv_getName)
NOTHING(ucnv_getToUCallBack) NOTHING(ucnv_getFromUCallBack) NOTHING(ucnv_setToUCallBack)
NOTHING(ucnv_setFromUCallBack) NOTHING(ucnv_cbToUWriteUChars) NOTHING(ucnv_cbFromUWriteUChars)
NOTHING(ucnv_toUnicode) NOTHING(ucnv_fromUnicode) NOTHING(ucnv_toUCountPending)
NOTHING(ucnv_fromUCountPending) NOTHING(ucnv_getStandardName) NOTHING(ucnv_getAvailableName)
NOTHING(ucnv_countAvailable) NOTHING(UCNV_FROM_U_CALLBACK_SUBSTITUTE)
NOTHING(UCNV_TO_U_CALLBACK_SUBSTITUTE)
