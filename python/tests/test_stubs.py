"""The type stubs name what the module has, and everything is documented."""

import ast
import inspect
import pathlib

import tileray
from tileray import _native, f1tenth, range_libc

STUB = ast.parse((pathlib.Path(tileray.__file__).parent / "_native.pyi").read_text())


def stub_classes():
    """Returns the classes of the stub. Those with an underscore are only for the types of arguments."""
    return {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")}


def test_members_are_those_of_the_stub():
    for name, node in stub_classes().items():
        stubbed = {item.name for item in node.body if isinstance(item, ast.FunctionDef) and not item.name.startswith("_")}
        real = {member for member in vars(getattr(_native, name)) if not member.startswith("_")}
        assert stubbed == real, name


def test_arguments_are_those_of_the_stub():
    for name, node in stub_classes().items():
        for item in node.body:
            member = vars(getattr(_native, name)).get(getattr(item, "name", None))
            if not isinstance(item, ast.FunctionDef) or item.name.startswith("_") or inspect.isgetsetdescriptor(member):
                continue
            signature = inspect.signature(getattr(getattr(_native, name), item.name))
            stubbed = [argument.arg for argument in item.args.posonlyargs + item.args.args + item.args.kwonlyargs]
            assert stubbed == list(signature.parameters), item.name
            defaults = [ast.literal_eval(value) for value in item.args.defaults + item.args.kw_defaults if value is not None]
            real = [value.default for value in signature.parameters.values() if value.default is not inspect.Parameter.empty]
            assert len(defaults) == len(real), item.name
            for stub, value in zip(defaults, real):
                assert stub is ... or value is ... or stub == value, item.name


def test_everything_public_has_a_docstring():
    modules = [(tileray, tileray.__all__), (range_libc, range_libc.__all__), (f1tenth, f1tenth.__all__)]
    for module, names in modules:
        assert inspect.getdoc(module)
        for name in names:
            item = getattr(module, name)
            if not inspect.isclass(item):
                continue
            assert inspect.getdoc(item), name
            for member, value in vars(item).items():
                if not member.startswith("_"):
                    assert inspect.getdoc(value), f"{name}.{member}"


def test_the_package_is_typed():
    assert (pathlib.Path(tileray.__file__).parent / "py.typed").exists()
