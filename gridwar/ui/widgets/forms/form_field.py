"""One field of a form: label above, editor, hint or error below, the nearest right value.

Owns one editor a kind of field; the form puts them together. What few fields have (hints, errors)
is only made when it is there to be shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from gridwar.control.records.form_records import FieldKind, FieldView, TableValue
from gridwar.text import _
from gridwar.ui.style.icons import icon_pixmap
from gridwar.ui.style.popup_menus import dress_completions
from gridwar.ui.style.tooltips import set_tip
from gridwar.ui.widgets.controls.buttons_and_switches import Switch
from gridwar.ui.widgets.controls.labels import label, show_words
from gridwar.ui.widgets.forms.form_inputs_and_keys import FormChoice, FormLine, FormSwitch, FormText
from gridwar.ui.widgets.forms.text_table_editor import TableEditor
from gridwar.ui.widgets.painting.themed_widgets import ThemedWidget, inset

if TYPE_CHECKING:
    from gridwar.ui.style.theme import Theme

_TEXT_PX = 72
_CHOICE_LETTERS = 4

FormValue = str | bool | TableValue
_FLAGS = (FieldKind.FLAG, FieldKind.INLINE_FLAG)


class FormField(ThemedWidget):
    """One field.

    Signals: ``changed(key, text)``, where a flag is ``1`` or empty and a table is empty;
    ``entered(key)`` when it gets the keyboard, ``left(key)`` when a line of it is left.
    """

    changed = Signal(str, str)
    entered = Signal(str)
    left = Signal(str)

    def __init__(self, theme: Theme, view: FieldView, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.view = view
        self._hint: QLabel | None = None
        self._note: QLabel | None = None
        self._wrong: WrongLine | None = None
        self.editor = self._make_editor()
        self.editor.setAccessibleName(view.label)
        self._rows = QVBoxLayout(self)
        inset(self._rows, theme, (0, 0, 0, 0), 3)
        self._lay_out()
        self.show_view(view)

    def _lay_out(self) -> None:
        view, is_flag = self.view, self.view.kind in _FLAGS
        if view.bare:
            self._rows.addWidget(self.editor)
            return
        words = label(view.label, "" if is_flag else "quiet")
        words.setBuddy(self.editor)
        head = QHBoxLayout()
        if view.kind is FieldKind.INLINE_FLAG:
            head.setContentsMargins(0, 0, 0, self.theme.px(2))
            head.setSpacing(self.theme.px(6))
            head.addWidget(self.editor)
            head.addWidget(words, 1)
        else:
            head.addWidget(words, 1)
            if view.rule_id:
                head.addWidget(label(view.rule_id, "rule"))
            if is_flag:
                head.addWidget(self.editor)
        self._rows.addLayout(head)
        if not is_flag:
            self._rows.addWidget(self.editor)
        if view.is_figure:
            words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            self._note = label("", "quiet")
            self._note.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            self._note.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            self._rows.addWidget(self._note)

    @property
    def suggestion(self) -> QPushButton:
        """The button with the nearest right value, where something is wrong."""
        assert self._wrong is not None
        return self._wrong.button

    @property
    def is_line(self) -> bool:
        """Whether one types into it, letter by letter, until it is left."""
        return isinstance(self.editor, QLineEdit)

    # --- editors ---------------------------------------------------------------------------------

    def _make_editor(self) -> QWidget:
        match self.view.kind:
            case FieldKind.LONG_TEXT:
                text = FormText(self)
                text.setFixedHeight(self.theme.px(_TEXT_PX))
                text.setTabChangesFocus(True)
                text.textChanged.connect(lambda: self._report(text.toPlainText()))
                text.entered.connect(self._enter)
                return text
            case FieldKind.CHOICE:
                return self._make_choice()
            case FieldKind.FLAG | FieldKind.INLINE_FLAG:
                switch = FormSwitch(self.theme, self.view.label, self)
                switch.toggled.connect(lambda on: self._report("1" if on else ""))
                switch.entered.connect(self._enter)
                return switch
            case FieldKind.TABLE:
                table = TableEditor(self.theme, self)
                table.edited.connect(lambda: self._report(""))
                return table
            case _:  # what is more than one field has a widget of its own
                return self._make_line()

    def _make_choice(self) -> QComboBox:
        box = FormChoice(self)
        for choice in self.view.choices:
            box.addItem(choice.title, choice.id)
        if self.view.is_brief:  # its share of the line decides, not its words
            box.setSizeAdjustPolicy(box.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(_CHOICE_LETTERS)
            box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        if self.view.bare:
            box.setProperty("role", "cell")
        elif self.view.is_figure:
            box.setProperty("role", "figure")  # as high as the numbers beside it
        box.currentIndexChanged.connect(lambda: self._report(str(box.currentData())))
        box.entered.connect(self._enter)
        return box

    def _make_line(self) -> QLineEdit:
        line = FormLine(self)
        line.textEdited.connect(self._report)
        line.entered.connect(self._enter)
        line.left.connect(lambda: self.left.emit(self.view.key))
        if self.view.is_figure:
            line.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            line.setProperty("role", "figure")
        elif self.view.bare:
            line.setProperty("role", "cell")
        if self.view.completions:
            known = QCompleter(list(self.view.completions), line)
            known.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            known.setFilterMode(Qt.MatchFlag.MatchContains)
            known.activated.connect(self._report)
            line.setCompleter(known)
            dress_completions(known)
        if self.view.kind is FieldKind.INT:
            line.setInputMethodHints(Qt.InputMethodHint.ImhPreferNumbers)
        return line

    def _report(self, text: str) -> None:
        self.changed.emit(self.view.key, text)

    def _enter(self) -> None:
        self.entered.emit(self.view.key)

    # --- value -----------------------------------------------------------------------------------

    def value(self) -> FormValue:
        """Return what stands in the field; numbers as typed, with a plain minus."""
        editor = self.editor
        if isinstance(editor, QLineEdit):
            text = editor.text().strip()
            return text.replace("\u2212", "-") if self.view.kind is FieldKind.INT else text
        if isinstance(editor, QPlainTextEdit):
            return editor.toPlainText()
        if isinstance(editor, QComboBox):
            return str(editor.currentData())
        if isinstance(editor, Switch):
            return editor.isChecked()
        assert isinstance(editor, TableEditor)
        return editor.value()

    def show_view(self, view: FieldView) -> None:
        """Show a value, a hint and an error; a text being typed keeps its cursor."""
        self.view = view
        self.blockSignals(True)
        self._show_value(view.value)
        self.blockSignals(False)
        if isinstance(self.editor, QLineEdit):
            self.editor.setPlaceholderText(view.placeholder)
        if self._note is not None:
            self._note.setText(view.note)
            self.editor.setAccessibleDescription(view.note)
        if not view.bare:
            self._show_hint("" if view.tooltip or view.is_brief else view.hint or bounds(view))
            self._show_error(view)
        tips = (view.error if view.bare else "", view.tooltip, bounds(view))
        set_tip(self, "\n".join(filter(None, tips)))
        if self.editor.property("wrong") != bool(view.error):
            self.editor.setProperty("wrong", bool(view.error))
            self.editor.style().polish(self.editor)

    def _show_hint(self, words: str) -> None:
        if self._hint is None and words:
            self._hint = label("", "quiet", wrap=True)
            self._rows.insertWidget(self._rows.count() - bool(self._wrong), self._hint)
        if self._hint is not None:
            show_words(self._hint, words)

    def _show_error(self, view: FieldView) -> None:
        if self._wrong is None and view.error:
            self._wrong = WrongLine(self.theme, self, stacked=view.is_figure)
            self._wrong.taken.connect(self.take)
            self._rows.addWidget(self._wrong)
        if self._wrong is not None:
            self._wrong.show_problem(view.error, view.suggestion)
        if self._note is not None:
            self._note.setVisible(not view.error)

    def _show_value(self, value: FormValue) -> None:
        editor = self.editor
        if value == self.value():
            return
        if isinstance(editor, QLineEdit):
            editor.setText(str(value).replace("-", "\u2212") if self._is_number() else str(value))
            if not editor.hasFocus():
                editor.setCursorPosition(0)  # so that a long text shows its beginning
        elif isinstance(editor, QPlainTextEdit):
            editor.setPlainText(str(value))
        elif isinstance(editor, QComboBox):
            editor.setCurrentIndex(max(0, editor.findData(value)))
        elif isinstance(editor, Switch):
            editor.setChecked(bool(value))
        elif isinstance(editor, TableEditor) and isinstance(value, TableValue):
            editor.show_value(value)

    def _is_number(self) -> bool:
        return self.view.kind is FieldKind.INT

    def take(self, text: str) -> None:
        """Take a value, such as the nearest right one."""
        self._show_value(text)
        self._report(text)


def bounds(view: FieldView) -> str:
    """Return the bounds of a number in words."""
    low, high = view.minimum, view.maximum
    if low is None and high is None:
        return ""
    if high is None:
        words = _("at least {low}").format(low=low)
    elif low is None:
        words = _("at most {high}").format(high=high)
    else:
        words = _("from {low} to {high}").format(low=low, high=high)
    return words.replace("-", "\u2212")


class WrongLine(ThemedWidget):
    """What is wrong, and the nearest right value as a button: ``taken(value)``."""

    taken = Signal(str)

    def __init__(
        self, theme: Theme, parent: QWidget, *, wrap: bool = True, stacked: bool = False
    ) -> None:
        super().__init__(theme, parent)
        self._icon = QLabel(self)
        self._words = label("", "error", wrap=wrap)
        self._better = ""
        self.button = QPushButton(self)
        self.button.setProperty("role", "link")
        self.button.clicked.connect(lambda: self.taken.emit(self._better))
        set_tip(self.button, _("Take this value"))
        row = QVBoxLayout(self) if stacked else QHBoxLayout(self)
        inset(row, theme, (0, 0, 0, 0), 0 if stacked else 6)
        row.addWidget(self._icon)
        row.addWidget(self._words, 1 if wrap else 0)
        row.addWidget(self.button)
        if not wrap:
            row.addStretch(1)
        if stacked:  # in a narrow column, as wide as that is
            self._icon.hide()
            self._words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            for part in (self._words, self.button):
                part.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.on_theme()

    @property
    def words(self) -> str:
        """What is said to be wrong."""
        return self._words.text()

    def show_problem(self, words: str, suggestion: str) -> None:
        """Show words and the nearest right value, or nothing."""
        self.setVisible(bool(words))
        self._words.setText(words)
        self._better = suggestion
        self.button.setText(_("Take {value}").format(value=suggestion.replace("-", "\u2212")))
        self.button.setVisible(bool(suggestion))

    def on_theme(self) -> None:
        """Colour the icon."""
        edge, danger = self.theme.px(14), self.theme.palette.danger
        ratio = self.devicePixelRatioF()
        self._icon.setPixmap(icon_pixmap("circle-alert", edge, danger, ratio))
