"""Universal VTT files (.dd2vtt, .uvtt, .df2vtt): read with a report, and written.

There is no standard; programs differ, and real files have faults. Owns what was learnt of them.
Three doors: ``read_uvtt``, ``answer`` for the questions a file leaves open, ``write_uvtt``.
"""

from gridwar.formats.import_report import Imported
from gridwar.formats.uvtt.uvtt_reading import read_uvtt
from gridwar.formats.uvtt.uvtt_writing import write_uvtt

__all__ = ["answer", "read_uvtt", "write_uvtt"]


def answer(imported: Imported, check_id: str, choice_id: str) -> Imported:
    """Return the map under another answer to a question of its report.

    Raises:
        InputError: There is no such question or no such answer.
    """
    return imported.answered(check_id, choice_id)
