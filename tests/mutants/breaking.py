"""One small change at a time in the code of a function: what a slip of the hand would make of it.

Annotations and decorators are left alone, as calling the function does not read them. Owns what a
mutant is, not whether a test notices it.
"""

from __future__ import annotations

import ast
import copy
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import CodeType

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_SUMS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "floor": "ceil", "ceil": "floor"}
_WORDS = frozenset({"say", "filled", "_"})
"""Calls that only tell: what they say is no part of a rule."""
_NOT_PLAYED = frozenset({"annotation", "returns", "decorator_list"})
"""Parts of functions that calling them does not read."""
_NO_RULE = frozenset({"strict"})
"""Arguments by name that are no part of a rule, but guard against slips in the code."""


class Mutant(NamedTuple):
    """A change: where it stands, what it is, and what makes the module with it."""

    line: int
    change: str
    tree: Callable[[], ast.Module]


class Constant(NamedTuple):
    """A number that stands beside the functions that use it."""

    name: str
    value: int


def functions_of(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield the functions of a module and of its classes, with their qualified names."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for one in node.body:
                if isinstance(one, ast.FunctionDef):
                    yield f"{node.name}.{one.name}", one


def mutants_of(tree: ast.Module, name: str) -> list[Mutant]:
    """Return all mutants of a function, from its first line to its last.

    Args:
        tree: The module.
        name: The function's qualified name.
    """
    function = dict(functions_of(tree))[name]
    found = []
    for node in _played(function):
        for change, other in _changes(node):
            line = getattr(node, "lineno", function.lineno)
            found.append(Mutant(line, change, partial(_with, tree, node, other)))
    return sorted(found, key=lambda one: (one.line, one.change))


def _played(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and all below it that count when it is played."""
    yield node
    for field, value in ast.iter_fields(node):
        for one in value if isinstance(value, list) else (value,):
            is_guard = isinstance(one, ast.keyword) and one.arg in _NO_RULE
            if isinstance(one, ast.AST) and field not in _NOT_PLAYED and not is_guard:
                yield from _played(one)


def defaults_in(tree: ast.Module, name: str) -> dict[str, object]:
    """Return what arguments of a function are if left out, as far as these are plain values."""
    arguments = dict(functions_of(tree))[name].args
    named = [one.arg for one in arguments.posonlyargs + arguments.args]
    last = named[len(named) - len(arguments.defaults) :]
    pairs = [*zip(last, arguments.defaults, strict=True)]
    pairs += [
        (one.arg, value)
        for one, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        if value is not None
    ]
    return {one: found.value for one, value in pairs if (found := _constant(value))}


def _constant(node: ast.expr) -> ast.Constant | None:
    match node:
        case ast.Constant():
            return node
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return ast.Constant(-value)
    return None


def _with(tree: ast.Module, old: ast.AST, new: ast.AST) -> ast.Module:
    memo: dict[int, Any] = {id(old): ast.copy_location(copy.deepcopy(new), old)}
    return ast.fix_missing_locations(copy.deepcopy(tree, memo))


def constants_of(tree: ast.Module, name: str) -> list[Constant]:
    """Return the whole numbers of a module that a function of it uses by name."""
    used = {one.id for one in ast.walk(dict(functions_of(tree))[name]) if isinstance(one, ast.Name)}
    found = []
    for node in tree.body:
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=int() as value))
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant(value=int() as value))
            ) if name in used and not isinstance(value, bool):
                found.append(Constant(name, value))
    return found


def codes_in(code: CodeType, qualified_name: str) -> Iterator[CodeType]:
    """Yield the code of a function in that of its module, and of those that stand within it."""
    for one in code.co_consts:
        if hasattr(one, "co_qualname"):
            if f"{one.co_qualname}.".startswith(f"{qualified_name}."):
                yield one
            yield from codes_in(one, qualified_name)


def _changes(node: ast.AST) -> list[tuple[str, ast.AST]]:
    """Return what may become of a node, each in words."""
    if isinstance(node, ast.Compare | ast.BinOp | ast.BoolOp):
        return _other_sign(node)
    if isinstance(node, ast.Constant):
        return _other_value(node)
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return [("not is left out", operand)]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return [("minus is left out", operand)]
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            negated = copy.copy(node)
            negated.test = ast.UnaryOp(ast.Not(), test)
            return [(f"{ast.unparse(test)[:60]} is negated", negated)]
        case ast.Call(func=ast.Name(id=name)) if name in _NAMES:
            other = ast.Call(ast.Name(_NAMES[name], ast.Load()), node.args, node.keywords)
            return [(f"{name} becomes {_NAMES[name]}", other)]
        case ast.Expr(value=ast.YieldFrom(value=ast.Call(func=ast.Name(id=name)))):
            none = ast.Expr(ast.YieldFrom(ast.Tuple([], ast.Load())))
            return [] if name in _WORDS else [(f"{ast.unparse(node)[:70]} is left out", none)]
        case ast.AugAssign():
            return [(f"{ast.unparse(node)[:70]} is left out", ast.Pass())]
    return []


def _other_sign(node: ast.Compare | ast.BinOp | ast.BoolOp) -> list[tuple[str, ast.AST]]:
    match node:
        case ast.Compare(ops=[op]) if type(op) in _COMPARISONS:
            other = _COMPARISONS[type(op)]()
            changed: ast.AST = ast.Compare(node.left, [other], node.comparators)
            return [(f"{_sign(op)} becomes {_sign(other)}", changed)]
        case ast.BinOp(op=sign) if type(sign) in _SUMS:
            sum_ = _SUMS[type(sign)]()
            changed = ast.BinOp(node.left, sum_, node.right)
            return [(f"{_sign(sign)} becomes {_sign(sum_)}", changed)]
        case ast.BoolOp(op=ast.And()):
            return [("and becomes or", ast.BoolOp(ast.Or(), node.values))]
        case ast.BoolOp(op=ast.Or()):
            return [("or becomes and", ast.BoolOp(ast.And(), node.values))]
    return []


def _other_value(node: ast.Constant) -> list[tuple[str, ast.AST]]:
    value = node.value
    if isinstance(value, bool):
        return [(f"{value} becomes {not value}", ast.Constant(not value))]
    if isinstance(value, int):
        return [(f"{value} becomes {value + 1}", ast.Constant(value + 1))]
    return []


def _sign(op: ast.cmpop | ast.operator) -> str:
    a, b = ast.Name("a"), ast.Name("b")
    whole = ast.Compare(a, [op], [b]) if isinstance(op, ast.cmpop) else ast.BinOp(a, op, b)
    return ast.unparse(whole)[1:-1].strip()
