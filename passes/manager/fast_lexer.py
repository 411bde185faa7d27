"""The fast lexer, and the patterns by which the parser recognises a text that it has read before.

One compiled expression skips blanks and comments and finds the kind of the next token; whatever it does not
match (strings with escapes, the end of the text, anything wrong) goes to xDSL's lexer. Both give the same
tokens.

The patterns for whole attributes and types are only a guess at where such a text ends. The parser stores a
text when it has read exactly that much, so that a wrong guess costs time, never correctness; what has been
read once gives the same result wherever it stands again, because aliases cannot be redefined and every
pattern ends where no token goes on.
"""

from __future__ import annotations

import re
from functools import cache

from xdsl.utils.mlir_lexer import MLIRTokenKind

from .xdsl_interface import LONGEST_HEXADECIMAL, SourceToken, TokenLexer

__all__ = [
    "ATTRIBUTE_TEXT",
    "WHITESPACE",
    "FastLexer",
    "balanced_text",
    "function_type_text",
    "generic_beginning",
]

# A possessive group, `(?:…)*+`, is matched wrongly by Python before 3.11.5; an atomic one is right everywhere.
_BLANK = r"(?>(?:[ \t\n\r\f\v]+|//[^\n]*)*)"
_SUFFIX = r"(?:[0-9]+|[a-zA-Z$._-][a-zA-Z0-9$._-]*)"

WHITESPACE = re.compile(_BLANK)
"""Blanks and comments, perhaps none."""

_TOKEN = re.compile(
    _BLANK
    + "(?:"
    + "|".join(
        (
            r"([a-zA-Z_][a-zA-Z0-9_$.]*)",
            rf"(%{_SUFFIX})",
            r"([,:()<>=\[\]}+/*?|]|\{(?!-#)|-(?!>))",
            rf"(![0-9]+|!{_SUFFIX})",
            rf"(#(?!-\}}){_SUFFIX})",
            r"(->)",
            r"([0-9]+\.[0-9]*(?:[eE][+-]?[0-9]+)?)",
            r"(0x[0-9a-fA-F]+|[0-9]+)",
            r'("[^"\\\n\v\f]*")',
            r"(@[a-zA-Z_][a-zA-Z0-9_$.]*)",
            rf"(\^{_SUFFIX})",
        )
    )
    + ")"
)

_PUNCTUATION = 3
_FIRST_NUMBER = 7
_LAST_NUMBER = 8
_KINDS = (
    MLIRTokenKind.EOF,
    MLIRTokenKind.BARE_IDENT,
    MLIRTokenKind.PERCENT_IDENT,
    MLIRTokenKind.COMMA,
    MLIRTokenKind.EXCLAMATION_IDENT,
    MLIRTokenKind.HASH_IDENT,
    MLIRTokenKind.ARROW,
    MLIRTokenKind.FLOAT_LIT,
    MLIRTokenKind.INTEGER_LIT,
    MLIRTokenKind.STRING_LIT,
    MLIRTokenKind.AT_IDENT,
    MLIRTokenKind.CARET_IDENT,
)
_PUNCTUATION_KINDS = {
    kind.value: kind for kind in MLIRTokenKind if isinstance(kind.value, str) and len(kind.value) == 1
}

_match_token = _TOKEN.match
_new_token = object.__new__


class FastLexer(TokenLexer):
    """The same tokens as `TokenLexer`, by one expression."""

    def next_token(self) -> SourceToken:
        input = self.input
        match = _match_token(input.content, self.pos)
        if match is None:
            return super().next_token()
        group = match.lastindex or 0
        text = match[group]
        if group == _PUNCTUATION:
            kind = _PUNCTUATION_KINDS[text]
        else:
            kind = _KINDS[group]
            if _FIRST_NUMBER <= group <= _LAST_NUMBER and len(text) > LONGEST_HEXADECIMAL:
                # Perhaps too long; the slow way knows.
                return super().next_token()
        self.pos = match.end()
        token = _new_token(SourceToken)
        token.kind = kind
        token.start = match.start(group)
        token.text = text
        token.input = input
        return token


_STRING = r'"(?>(?:[^"\\\n]|\\.)*)"'


def _balanced(depth: int) -> str:
    """A pattern for text in which brackets are balanced, to a depth; `->` is no bracket."""
    text = rf'(?>(?:[^<>()\[\]{{}}"-]+|->|-|{_STRING})*)'
    for _ in range(depth):
        text = rf'(?>(?:[^<>()\[\]{{}}"-]+|->|-|{_STRING}|[<(\[{{]{text}[>)\]}}])*)'
    return text


_INSIDE = _balanced(4)
_WORD_ENDS = r"(?![a-zA-Z0-9_$.])"
_NAME = r"[a-zA-Z_$.][a-zA-Z0-9$._-]*"
_NAME_ENDS = r"(?![a-zA-Z0-9_$.-])(?![ \t\r\n\f\v]*(?:<|//))"
_SCALAR = r"(?:[su]?i[0-9]+|b?f[0-9]+[A-Z0-9a-z]*|tf32|index|none)"

# What stands in brackets comes once in each pattern, since compiling it takes most of the time.
ATTRIBUTE_TEXT = re.compile(
    rf"(?:(?:memref|tensor|vector|complex|tuple|array|affine_map|affine_set|strided|[!#]{_NAME})<|[\[{{])"
    rf"{_INSIDE}[>\]}}]"
    rf"|{_SCALAR}{_WORD_ENDS}"
    rf"|[!#]{_NAME}{_NAME_ENDS}"
    rf"|-?[0-9]+(?:\.[0-9]*(?:[eE][+-]?[0-9]+)?)? : {_SCALAR}{_WORD_ENDS}"
    r'|"[^"\\\n\v\f]*"'
    rf"|@[a-zA-Z_][a-zA-Z0-9_$.]*+(?![ \t\r\n\f\v]*(?::|//))"
    rf"|(?:true|false|unit){_WORD_ENDS}"
)
"""An attribute or type that cannot go on behind the match."""


@cache
def function_type_text() -> re.Pattern[str]:
    """A function type that cannot go on behind the match. (Made when first needed, as are those below.)"""
    return re.compile(
        rf"\({_INSIDE}\) *-> *(?:(?:\(|(?:memref|tensor|vector|complex|tuple|!{_NAME})<){_INSIDE}[>)]"
        rf"|{_SCALAR}{_WORD_ENDS}|!{_NAME}{_NAME_ENDS})"
    )


@cache
def balanced_text() -> re.Pattern[str]:
    """Anything in brackets."""
    return re.compile(rf"[<(\[{{]{_INSIDE}[>)\]}}]")


@cache
def generic_beginning() -> re.Pattern[str]:
    """The beginning of an operation in generic syntax: names of results, name, names of operands."""
    value = rf"%{_SUFFIX}"
    use = rf"{value}(?:#[0-9]+)?"
    return re.compile(rf'(?:({value}(?:, {value})*) = )?"([a-zA-Z_][a-zA-Z0-9_$.]*)"\(({use}(?:, {use})*)?\)')
