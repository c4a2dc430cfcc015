"""What mypyc needs of the sources, found without compiling them."""

import ast

from tests.launcher.checkout import CHECKOUT


def test_a_tuple_that_an_alias_names_has_a_type():
    """For `X = Annotated[str, Among(WORDS)]` and an untyped WORDS, mypyc writes C that fails."""
    wrong = []
    for file in sorted((CHECKOUT / "src").rglob("*.py")):
        body = ast.parse(file.read_text()).body
        untyped = {
            line.target.id
            for line in body
            if isinstance(line, ast.AnnAssign)
            and isinstance(line.target, ast.Name)
            and isinstance(line.value, ast.Tuple)
            and ast.unparse(line.annotation) == "Final"
        }
        for line in body:
            if isinstance(line, ast.Assign | ast.AnnAssign) and isinstance(
                line.value, ast.Subscript
            ):
                names = {part.id for part in ast.walk(line.value) if isinstance(part, ast.Name)}
                if "Annotated" in names:
                    wrong += [f"{file}:{line.lineno}: {name}" for name in names & untyped]
    assert wrong == []
