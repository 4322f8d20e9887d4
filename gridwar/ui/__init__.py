"""The window: everything that speaks Qt, and nothing that knows a rule.

May import all below; panels and the map are handed records and hand back events, and never
touch the session, the referee or evolve.
"""
