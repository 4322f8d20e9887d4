"""Work that is put off, repeated or done beside the window: timers, threads, idle time."""
