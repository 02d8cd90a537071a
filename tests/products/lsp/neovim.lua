-- Neovim as a client of the language server: opens a file with a mistake, mends it by a code action, asks for what
-- an editor asks for, and prints "neovim: ok". Works with Neovim 0.7, which Debian 12 has.
local folder = os.getenv("FOLDER")
local uri = vim.uri_from_fname(folder .. "/Spring.mo")

local function write(name, text)
  local file = assert(io.open(folder .. "/" .. name, "w"))
  file:write(text)
  file:close()
end

local function expect(condition, what)
  if condition then return end
  io.stderr:write("neovim: ", what, "\n")
  vim.cmd("cquit 1")
end

local function wait(condition, what)
  expect(vim.wait(30000, condition, 20), "no " .. what)
end

write("Spring.mo", [[
model Spring "a mass on a spring"
parameter Real c(unit = "N/m") = 10 "stiffness";
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -c * xx;
end Spring;
]])
vim.cmd("edit " .. folder .. "/Spring.mo")
local buffer = vim.api.nvim_get_current_buf()
local client_id = vim.lsp.start_client({ name = "daedalus", cmd = { os.getenv("DAEDALUS"), "lsp" }, root_dir = folder })
vim.lsp.buf_attach_client(buffer, client_id)
local client
wait(function()
  client = vim.lsp.get_client_by_id(client_id)
  return client ~= nil and client.initialized
end, "initialized client")

local function ask(method, params)
  params.textDocument = { uri = uri }
  local answer = client.request_sync(method, params, 30000, buffer)
  expect(answer and not answer.err, method .. " failed: " .. vim.inspect(answer))
  return answer.result
end
local function place(line, character)
  return { position = { line = line, character = character } }
end
local function text()
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n") .. "\n"
end

-- The full check finds the misspelt name, and a code action mends it.
wait(function() return #vim.diagnostic.get(buffer) > 0 end, "diagnostic")
local found = vim.diagnostic.get(buffer)[1]
expect(found.lnum == 5, "a diagnostic at line " .. found.lnum)
local actions = ask("textDocument/codeAction", {
  range = found.user_data.lsp.range or { start = { line = 5, character = 16 }, ["end"] = { line = 5, character = 18 } },
  context = { diagnostics = { {
    range = { start = { line = 5, character = 16 }, ["end"] = { line = 5, character = 18 } },
    message = found.message, data = { hint = "did you mean `x`?" } } } },
})
expect(actions[1] and actions[1].title == "write `x`", "code actions are " .. vim.inspect(actions))
vim.lsp.util.apply_workspace_edit(actions[1].edit, client.offset_encoding)
wait(function() return #vim.diagnostic.get(buffer) == 0 end, "end of the diagnostic")

local hover = ask("textDocument/hover", place(5, 12))
expect(hover.contents.value:find("stiffness", 1, true), "hover is " .. vim.inspect(hover))
local definition = ask("textDocument/definition", place(5, 12))
expect(definition.range.start.line == 1, "definition is " .. vim.inspect(definition))
local items = ask("textDocument/completion", place(5, 12)).items
expect(#items > 20, "too few completions")

-- Layout and renaming, applied as Neovim applies them.
vim.lsp.util.apply_text_edits(ask("textDocument/formatting", { options = {} }), buffer, client.offset_encoding)
local rename = place(1, 17)
rename.newName = "k"
vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", rename), client.offset_encoding)
expect(text() == [[
model Spring "a mass on a spring"
  parameter Real k(unit = "N/m") = 10 "stiffness";
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -k * x;
end Spring;
]], "the text is\n" .. text())

client.stop()
wait(function() return client.is_stopped() end, "end of the server")
io.stdout:write("neovim: ok\n")
vim.cmd("quitall!")
