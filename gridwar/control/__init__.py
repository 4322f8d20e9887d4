"""What happens between a pointer event and a command, without Qt: controller, tools, presenters.

May import systems, storage, formats and everything below; never PySide6.
"""
