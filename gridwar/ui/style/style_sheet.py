"""The style sheet of standard widgets, filled with the sizes and colours of a theme.

Owns how buttons, fields, menus, lists and labels look. Widgets choose a variant with the dynamic
property ``role``; what draws itself needs no sheet.
"""

from __future__ import annotations

from string import Template
from typing import TYPE_CHECKING

from gridwar.paths import data_dir
from gridwar.ui.style.colors import Palette
from gridwar.ui.style.fonts import SANS, SERIF

if TYPE_CHECKING:
    from collections.abc import Callable

_SIZES_PX = {
    "hair": 1,
    "s2": 2,
    "s3": 3,
    "s4": 4,
    "s6": 6,
    "s7": 7,
    "s8": 8,
    "s10": 10,
    "s12": 12,
    "s14": 14,
    "s16": 16,
    "arrow": 20,
    "r_tag": 5,
    "r_field": 6,
    "r_row": 8,
    "r_popover": 12,
    "h_field": 22,
    "h_figure": 26,
    "t_axis": 11,
    "t_note": 12,
    "t_figure": 16,
    "t_body": 13,
    "t_name": 15,
    "t_panel": 16,
    "t_title": 20,
    "t_total": 25,
    "bar": 10,
    "icon": 16,
}


def filled_sheet(palette: Palette, name: str, px: Callable[[float], int]) -> str:
    """Return the style sheet with its sizes and colours.

    Args:
        palette: The colours.
        name: The theme's, as the files of its marks are called.
        px: Scales a size given at 100 %.
    """
    values = {key: f"{px(size)}px" for key, size in _SIZES_PX.items()}
    colors = {role: getattr(palette, role) for role in Palette._fields}
    folder = data_dir("assets") / "widgets"
    marks = {
        f"mark_{mark}": (folder / f"{mark}-{name}.svg").as_posix()
        for mark in ("check", "down", "up")
    }
    return Template(_STYLE).substitute(values, **colors, **marks, sans=SANS, serif=SERIF)


_STYLE = """
* { font-family: "$sans"; font-size: $t_body; }
QMainWindow, QMenuBar, QStatusBar, QMainWindow > QToolBar { background: $window; color: $text2; }
QSplitter::handle { background: $line; }
QSplitter::handle:hover { background: $accent; }

QMenuBar { padding: $s4 $s8; font-weight: 500; border-bottom: $hair solid $line; }
QMenuBar::item { padding: $s4 $s10; border-radius: $r_tag; background: transparent; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: $raised; color: $text; }
QMenuBar::item:disabled { color: $line2; }
QMenu { background: $panel; color: $text; border: $hair solid $line2; padding: $s6; }
QMenu[round="true"] { border-radius: $r_row; }
QMenu::item { padding: $s7 $s16 $s7 $s10; border-radius: $r_field; }
QMenu::item:selected { background: $accent_ground; color: $text; }
QMenu::item:disabled { color: $text3; background: transparent; }
QMenu::icon { padding-left: $s8; }
QMenu::right-arrow { width: $s14; height: $s14; }
QMenu::separator { height: $hair; background: $line; margin: $s4 $s8; }

QStatusBar { border-top: $hair solid $line; }
QStatusBar::item { border: none; }

QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; border: none; }

QToolBar { border: none; padding: $s6; spacing: $s4; }
QToolBar::separator { background: $line; margin: $s4; height: $hair; width: $hair; }
QToolButton {
    background: transparent; color: $text2; border: $hair solid transparent;
    border-radius: $r_row; padding: $s6; font-weight: 500; font-size: $t_axis;
}
QToolButton:hover { background: $raised; color: $text; }
QToolButton:checked { background: $accent_ground; color: $accent; }
QToolButton:focus { border-color: $accent; }
QToolButton:disabled { color: $text3; }
QToolButton::menu-indicator { image: none; }

QPushButton {
    background: $control; color: $text; border: $hair solid $line2; border-radius: $r_row;
    padding: $s6 $s14; font-weight: 500; min-height: $h_field;
}
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QPushButton:hover { background: $raised; border-color: $text3; }
QPushButton:pressed { background: $accent_ground; }
QPushButton:focus { border-color: $accent; }
QPushButton:checked { background: $accent_ground; border-color: $accent; color: $accent; }
QPushButton:disabled { color: $text3; background: transparent; border-color: $line; }
QPushButton[role="primary"] {
    background: $accent; color: $on_accent; border-color: $accent; font-weight: 600;
}
QPushButton[role="primary"]:hover, QPushButton[role="primary"]:focus { border-color: $text; }
QPushButton[role="primary"]:disabled {
    background: $raised; color: $text3; border-color: $line;
}
QPushButton[role="quiet"] { background: transparent; border-color: transparent; color: $text2; }
QPushButton[role="quiet"]:hover { background: $raised; color: $text; }
QPushButton[role="quiet"]:focus { border-color: $accent; }
QPushButton[role="danger"] { color: $danger; }

QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSpinBox, QComboBox {
    background: $control; color: $text; border: $hair solid $line2; border-radius: $r_field;
    padding: $s3 $s8; min-height: $h_field;
    selection-background-color: $accent; selection-color: $on_accent;
}
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QAbstractSpinBox:focus, QComboBox:focus {
    border-color: $accent;
}
QLineEdit[role="figure"] { font-size: $t_figure; font-weight: 600; min-height: $h_figure; }
QComboBox[role="figure"] { min-height: $h_figure; }
QLineEdit[role="cell"], QComboBox[role="cell"] {
    background: transparent; border-color: transparent; padding: $s3;
}
QLineEdit[role="cell"]:hover, QComboBox[role="cell"]:hover { border-color: $line2; }
QLineEdit[role="cell"]:focus, QComboBox[role="cell"]:focus {
    background: $control; border-color: $accent;
}
QLineEdit[wrong="true"], QAbstractSpinBox[wrong="true"] { border-color: $danger; }
QLineEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled {
    color: $text3; background: $panel; border-color: $line;
}
QComboBox { combobox-popup: 0; }
QComboBox::drop-down { border: none; width: $arrow; }
QComboBox::down-arrow { image: url("$mark_down"); width: $s14; height: $s14; }
QAbstractSpinBox { padding-right: $arrow; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {
    subcontrol-origin: border; width: $arrow; border: none; background: transparent;
}
QAbstractSpinBox::up-button { subcontrol-position: top right; }
QAbstractSpinBox::down-button { subcontrol-position: bottom right; }
QAbstractSpinBox::up-arrow { image: url("$mark_up"); width: $s10; height: $s10; }
QAbstractSpinBox::down-arrow { image: url("$mark_down"); width: $s10; height: $s10; }
QComboBox QAbstractItemView::item { padding: $s7 $s8; border-radius: $r_field; }
QComboBox QAbstractItemView {
    background: $panel; color: $text; border: $hair solid $line2; outline: none; padding: $s6;
    selection-background-color: $accent_ground; selection-color: $text;
}
QCheckBox, QRadioButton { color: $text; spacing: $s8; background: transparent; }
QCheckBox:disabled, QRadioButton:disabled { color: $text3; }
QCheckBox::indicator, QRadioButton::indicator, QListView::indicator, QTreeView::indicator {
    width: $s14; height: $s14; background: $control; border: $hair solid $line2;
    border-radius: $s4;
}
QRadioButton::indicator { border-radius: $s8; }
QCheckBox::indicator:checked, QListView::indicator:checked, QTreeView::indicator:checked {
    background: $accent; border-color: $accent; image: url("$mark_check");
}
QRadioButton::indicator:checked {
    border-color: $accent;
    background: qradialgradient(cx: 0.5, cy: 0.5, radius: 0.5, fx: 0.5, fy: 0.5,
        stop: 0 $accent, stop: 0.5 $accent, stop: 0.6 $control, stop: 1 $control);
}
QCheckBox::indicator:focus, QRadioButton::indicator:focus,
QCheckBox::indicator:hover, QRadioButton::indicator:hover { border-color: $accent; }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled {
    background: $panel; border-color: $line;
}

QListView, QTreeView, QTableView {
    background: $panel; color: $text; border: none; outline: none;
    selection-background-color: $accent_ground; selection-color: $text;
}
QListView[role="popup"] { border: $hair solid $line2; padding: $s6; }
QListView::item, QTreeView::item { padding: $s4 $s6; border-radius: $r_field; }
QListView[role="popup"]::item { padding: $s7 $s8; }
QListView::item:hover, QTreeView::item:hover { background: $raised; }
QListView::item:selected, QTreeView::item:selected { background: $accent_ground; color: $text; }
QHeaderView::section {
    background: $panel; color: $text3; border: none; border-bottom: $hair solid $line;
    padding: $s4 $s6; font-size: $t_note;
}

QTabWidget::pane { border: none; }
QTabBar { background: $panel; }
QTabBar::tab {
    background: transparent; color: $text2; padding: $s8 $s12; font-weight: 500;
    border-bottom: $s2 solid transparent;
}
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $text; border-bottom-color: $accent; }

QScrollBar:vertical { background: transparent; width: $bar; margin: 0; }
QScrollBar:horizontal { background: transparent; height: $bar; margin: 0; }
QScrollBar::handle { background: $line2; border-radius: $s3; margin: $s2; min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: $text3; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QProgressBar {
    background: $control; border: none; border-radius: $s2; max-height: $s4; color: transparent;
}
QProgressBar::chunk { background: $accent; border-radius: $s2; }

QLabel { background: transparent; color: $text; }
QLabel[role="title"] { font-family: "$serif"; font-size: $t_title; font-weight: 600; }
QLabel[role="panel-title"] { font-family: "$serif"; font-size: $t_panel; font-weight: 600; }
QLabel[role="name"] { font-family: "$serif"; font-size: $t_name; font-weight: 600; }
QLabel[role="second"] { color: $text2; }
QLabel[role="note"] { color: $text2; font-size: $t_note; }
QLabel[role="strong"] { font-weight: 600; }
QLabel[role="figure"] { font-weight: 600; font-size: $t_note; }
QPushButton[role="link"] {
    background: transparent; border: none; color: $accent; font-weight: 600; font-size: $t_note;
    padding: 0 $s2; min-height: 0;
}
QPushButton[role="link"]:hover, QPushButton[role="link"]:focus { text-decoration: underline; }
QLabel[role="quiet"] { color: $text3; font-size: $t_note; }
QLabel[role="changed"] { color: $accent; font-size: $t_note; }
QLabel[role="rule"] { color: $text3; font-size: $t_axis; font-weight: 500; }
QLabel[role="total"] { font-size: $t_total; font-weight: 700; }
QLabel[role="error"] { color: $danger; font-size: $t_note; }
QLabel[role="keycap"] {
    background: $control; color: $text2; border: $hair solid $line2; border-radius: $s4;
    padding: 0 $s4; font-size: $t_axis; font-weight: 500;
}
QFrame[role="hairline"] { background: $line; max-height: $hair; border: none; }
QFrame[role="popover"] {
    background: $panel; border: $hair solid $line2; border-radius: $r_popover;
}
QFrame[role="raised"] { background: $raised; border: none; border-radius: $r_row; }
QFrame[notice="danger"] { background: $danger_ground; border: none; border-radius: $r_row; }
QFrame[notice="warn"] { background: $warn_ground; border: none; border-radius: $r_row; }
QFrame[notice="ok"] { background: $ok_ground; border: none; border-radius: $r_row; }
QFrame[notice="info"] { background: $info_ground; border: none; border-radius: $r_row; }
"""
