"""The language server, with the client of pytest-lsp (PyPI): its messages must follow the protocol.

The client of this package reads each message by the types of the specification (lsprotocol), and fails on
any that does not fit them. `protocol_test.py` has the details of each request.
"""

import os

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient

TEXT = """model Tank
  parameter Real area(unit = "m2") = 2;
  Real level(unit = "m", start = 1, fixed = true);
equation
  area*der(level) = -sqrt(level);
end Tank;
"""
WRONG = TEXT.replace("-sqrt(level)", "-sqrt(levl)")


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[os.environ["DAEDALUS"], "lsp"]))
async def client(lsp_client: LanguageClient, tmp_path):
    await lsp_client.initialize_session(
        types.InitializeParams(capabilities=pytest_lsp.client_capabilities("visual-studio-code"),
                               root_uri=tmp_path.as_uri()))
    yield
    await lsp_client.shutdown_session()


def opened(client, path, text):
    uri = path.as_uri()
    client.text_document_did_open(types.DidOpenTextDocumentParams(
        text_document=types.TextDocumentItem(uri=uri, language_id="modelica", version=1, text=text)))
    return types.TextDocumentIdentifier(uri=uri)


@pytest.mark.asyncio
async def test_a_mistake_is_reported_and_goes_when_it_is_mended(client, tmp_path):
    document = opened(client, tmp_path / "Tank.mo", WRONG)
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    for _ in range(5):
        found = client.diagnostics.get(document.uri, [])
        if found:
            break
        await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    assert [d.range.start.line for d in found] == [4]
    assert "levl" in found[0].message
    client.text_document_did_change(types.DidChangeTextDocumentParams(
        text_document=types.VersionedTextDocumentIdentifier(uri=document.uri, version=2),
        content_changes=[types.TextDocumentContentChangeWholeDocument(text=TEXT)]))
    for _ in range(5):
        await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        if not client.diagnostics[document.uri]:
            break
    assert not client.diagnostics[document.uri]


@pytest.mark.asyncio
async def test_questions_about_a_place(client, tmp_path):
    document = opened(client, tmp_path / "Tank.mo", TEXT)
    level = types.Position(line=4, character=12)
    hover = await client.text_document_hover_async(types.HoverParams(text_document=document, position=level))
    assert "Real level" in hover.contents.value
    declared = await client.text_document_definition_async(
        types.DefinitionParams(text_document=document, position=level))
    place = declared[0] if isinstance(declared, list) else declared
    assert place.range.start.line == 2
    used = await client.text_document_references_async(types.ReferenceParams(
        text_document=document, position=level, context=types.ReferenceContext(include_declaration=True)))
    assert sorted(p.range.start.line for p in used) == [2, 4, 4]
    offered = await client.text_document_completion_async(
        types.CompletionParams(text_document=document, position=types.Position(line=4, character=2)))
    items = offered.items if hasattr(offered, "items") else offered
    assert {"area", "level"} <= {item.label for item in items}


@pytest.mark.asyncio
async def test_the_whole_document(client, tmp_path):
    document = opened(client, tmp_path / "Tank.mo", TEXT)
    symbols = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(text_document=document))
    assert symbols[0].name == "Tank"
    tokens = await client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(text_document=document))
    assert tokens.data and len(tokens.data) % 5 == 0
    edits = await client.text_document_formatting_async(types.DocumentFormattingParams(
        text_document=document, options=types.FormattingOptions(tab_size=2, insert_spaces=True)))
    assert not edits, "the text is laid out already"
    renamed = await client.text_document_rename_async(types.RenameParams(
        text_document=document, position=types.Position(line=2, character=8), new_name="height"))
    assert renamed is not None
