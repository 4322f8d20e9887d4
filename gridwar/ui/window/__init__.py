"""The main window: its parts, how they are laid out, and what connects them.

``window_parts`` is the record of them. Menus, tool panels and help are handed that record;
``signal_wiring`` connects what it holds; ``main_window`` puts all of it together. What the window
needs of the application around it is ``application_host``.
"""
