; The installer for Windows: for one user, without an administrator. build.py win compiles it and
; defines VERSION, NUMBERS (four of them), FILES (lines that pack the frozen program), ICONS, OUT,
; SIZE_KIB.
Unicode true
Target amd64-unicode
ManifestDPIAware true
ManifestLongPathAware true
!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh
!include WinVer.nsh
Name "Gridwar ${VERSION}"
OutFile "${OUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Gridwar"
InstallDirRegKey HKCU "Software\Gridwar" "InstallDir"
!ifdef FAST
SetCompressor zlib
!else
SetCompressor /SOLID lzma
; Both programs hold the same modules: the second copy costs nothing where the first is in reach.
SetCompressorDictSize 64
!endif
BrandingText "Gridwar ${VERSION}"
VIProductVersion "${NUMBERS}"
VIAddVersionKey "ProductName" "Gridwar"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "Gridwar, a tactical grid for game masters: setup"
VIAddVersionKey "CompanyName" "Gridwar developers"
VIAddVersionKey "LegalCopyright" "MIT licence"
!define UN "Software\Microsoft\Windows\CurrentVersion\Uninstall\Gridwar"
!define CLASS "Gridwar.Fight"
!define APP "Software\Classes\Applications\gridwar.exe"
!define MUI_ICON "${ICONS}/gridwar.ico"
!define MUI_UNICON "${ICONS}/gridwar.ico"
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!define MUI_FINISHPAGE_RUN "$INSTDIR\gridwar.exe"
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE English

; Only folders of ours are emptied: never the folder the user chose, which may hold other things.
!macro RemoveProgram
  RMDir /r "$INSTDIR\_internal"
  RMDir /r "$INSTDIR\licences"
  Delete "$INSTDIR\gridwar.exe"
  Delete "$INSTDIR\gridwar-cli.exe"
  Delete "$INSTDIR\gridwar.ico"
  Delete "$INSTDIR\fight.ico"
!macroend

; Files of a program that runs can neither be replaced nor deleted: half of it would be left.
!macro RefuseWhileRunning NAME
  ${If} ${FileExists} "$INSTDIR\${NAME}.exe"
    ClearErrors
    FileOpen $0 "$INSTDIR\${NAME}.exe" a
    ${If} ${Errors}
      MessageBox MB_OK|MB_ICONEXCLAMATION "Gridwar is running. Close it first, then begin again." /SD IDOK
      SetErrorLevel 3
      Quit
    ${EndIf}
    FileClose $0
  ${EndIf}
!macroend

Function .onInit
  ${IfNot} ${AtLeastWin10}
    MessageBox MB_OK|MB_ICONSTOP "Gridwar needs Windows 10 or newer." /SD IDOK
    SetErrorLevel 4
    Quit
  ${EndIf}
FunctionEnd

Section "Gridwar"
  !insertmacro RefuseWhileRunning "gridwar"
  !insertmacro RefuseWhileRunning "gridwar-cli"
  !insertmacro RemoveProgram
  !include "${FILES}"
  SetOutPath "$INSTDIR"
  File "${ICONS}/gridwar.ico"
  File "${ICONS}/fight.ico"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Gridwar.lnk" "$INSTDIR\gridwar.exe" "" "$INSTDIR\gridwar.ico"
  WriteRegStr HKCU "Software\Gridwar" "InstallDir" "$INSTDIR"
  WriteRegStr HKCU "Software\Classes\.gridwar" "" "${CLASS}"
  WriteRegStr HKCU "Software\Classes\.gridwar" "Content Type" "application/x-gridwar"
  WriteRegStr HKCU "Software\Classes\${CLASS}" "" "Gridwar fight"
  WriteRegStr HKCU "Software\Classes\${CLASS}\DefaultIcon" "" "$INSTDIR\fight.ico"
  WriteRegStr HKCU "Software\Classes\${CLASS}\shell\open\command" "" '"$INSTDIR\gridwar.exe" --window "%1"'
  ; By these the taskbar lists fights opened last, and "Open with" names the program.
  WriteRegStr HKCU "Software\Classes\.gridwar\OpenWithProgids" "${CLASS}" ""
  WriteRegStr HKCU "${APP}" "FriendlyAppName" "Gridwar"
  WriteRegStr HKCU "${APP}\SupportedTypes" ".gridwar" ""
  WriteRegStr HKCU "${APP}\shell\open\command" "" '"$INSTDIR\gridwar.exe" --window "%1"'
  WriteRegStr HKCU "${UN}" "DisplayName" "Gridwar"
  WriteRegStr HKCU "${UN}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UN}" "DisplayIcon" "$INSTDIR\gridwar.ico"
  WriteRegStr HKCU "${UN}" "Publisher" "Gridwar developers"
  WriteRegStr HKCU "${UN}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UN}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UN}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UN}" "EstimatedSize" ${SIZE_KIB}
  WriteRegDWORD HKCU "${UN}" "NoModify" 1
  WriteRegDWORD HKCU "${UN}" "NoRepair" 1
  ${RefreshShellIcons}
SectionEnd

; Fights, library and settings of the user stay.
Section "Uninstall"
  !insertmacro RefuseWhileRunning "gridwar"
  !insertmacro RefuseWhileRunning "gridwar-cli"
  !insertmacro RemoveProgram
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Gridwar.lnk"
  ReadRegStr $0 HKCU "Software\Classes\.gridwar" ""
  StrCmp $0 "${CLASS}" 0 +2
    DeleteRegKey HKCU "Software\Classes\.gridwar"
  DeleteRegKey HKCU "Software\Classes\${CLASS}"
  DeleteRegKey HKCU "${APP}"
  DeleteRegKey HKCU "Software\Gridwar"
  DeleteRegKey HKCU "${UN}"
  ${un.RefreshShellIcons}
SectionEnd
