"""The map as it is drawn: ground, overlays, tokens, ruler, and the view onto them.

Shows the records of ``gridwar.control.records.scene_records``; knows no panel and no rule.
"""
