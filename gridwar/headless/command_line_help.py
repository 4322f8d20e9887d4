"""What the command line says of its commands and exit codes."""

from __future__ import annotations

COMMANDS = {"check", "export", "import", "render", "repair", "run", "schema"}
EPILOG = """\
commands (gridwar COMMAND --help says more):
  check FILE                   say whether a fight's file is sound, change nothing
  export FILE [-o FIGHT.json]  write a fight as JSON; with -o MAP.dd2vtt (.uvtt, .tmj) its map,
                               with --map foundry-14 -o SCENE.json a scene and its picture
  import MAP -o FIGHT.gridwar  begin a fight on a map: a picture, a page of a PDF, Universal VTT,
                               Foundry, Tiled, One Page Dungeon; with its picture
  render [FILE] -o MAP.png     draw the map of a fight, or of the sample fight
  repair FILE [-o NEW]         write a fight that cannot be opened or shown into a new file
  run SCRIPT.json              play a script, write events and the final state as JSON lines
  schema                       print the JSON Schema of scripts

exit codes:
  0  done
  1  refused, or failed
  2  wrong use, or no display to open a window on
  3  the file or script cannot be read: not ours, newer, damaged, not there
  4  something cannot be written
"""
