@echo off
rem Starts Clockhouse, in the version that the file "current" names, with its data in the folder "data" beside this file.
rem CLOCKHOUSE_DATA names another folder.
setlocal
set /p version=<"%~dp0current"
if not defined CLOCKHOUSE_DATA set "CLOCKHOUSE_DATA=%~dp0data"
if not defined NODE_ENV set "NODE_ENV=production"
"%~dp0versions\%version%\bin\node.exe" --max-semi-space-size=8 "%~dp0versions\%version%\src\cli\clockhouse.js" %*
