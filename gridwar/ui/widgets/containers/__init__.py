"""What holds other widgets: popovers, rows that wrap, notices."""
