"""What is kept of a fight under these rules: sheets, commands, events, tables, samples."""
