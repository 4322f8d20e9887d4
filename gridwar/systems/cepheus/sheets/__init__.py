"""What is kept of a fight under these rules: sheets, state, commands, events, samples."""
