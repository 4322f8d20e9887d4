"""A window with nothing in it: what any program with PySide6 needs to be seen."""

import sys

from PySide6.QtWidgets import QApplication, QMainWindow

app = QApplication(sys.argv)
window = QMainWindow()
window.setWindowTitle("Empty window")
window.resize(1200, 800)
window.show()
app.exec()
