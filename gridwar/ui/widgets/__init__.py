"""Small widgets that panels and popovers share: rows, switches, chips, dice, charts.

They draw and report; none knows a record of more than its own size, none knows a rule.
"""
