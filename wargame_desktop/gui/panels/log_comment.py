"""Writing a comment at a position of the game."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QInputDialog, QWidget

from wargame_desktop.core.timeline import Node
from wargame_desktop.gui.table import Table


def edit_comment(parent: QWidget, table: Table, node: Node) -> None:
    """Ask for the comment at a position and keep it; an empty one takes it away."""
    title = QCoreApplication.translate("Comment", "Comment")
    label = QCoreApplication.translate("Comment", "Comment on position {}:").format(node.id)
    text, accepted = QInputDialog.getMultiLineText(parent, title, label, node.comment)
    if accepted and text != node.comment:
        table.session.comment(node, text)
