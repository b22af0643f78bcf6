-- Tries `proviso lsp` in Neovim 0.7 or newer: PROVISO=TOOL nvim --headless -u NONE -c 'luafile neovim.lua'
local tool = vim.env.PROVISO
local folder = vim.fn.tempname()
vim.fn.mkdir(folder, 'p')
local file = folder .. '/rules.yaml'
vim.fn.writefile({ 'rules:', '  - [name, requird]', '  - [age, integer]' }, file)

local function check(truth, what)
  if truth then return end
  io.stderr:write('neovim.lua: ' .. what .. '\n')
  vim.cmd('cquit 1')
end

vim.cmd('edit ' .. file)
local id = vim.lsp.start_client({ name = 'proviso', cmd = { tool, 'lsp' }, root_dir = folder, init_options = { locale = 'de' } })
check(id, 'the server does not start')
vim.lsp.buf_attach_client(0, id)

local function diagnostics(count, what)
  check(vim.wait(10000, function() return #vim.diagnostic.get(0) == count end), what)
  return vim.diagnostic.get(0)
end

local function ask(method, line, column, more)
  local params = { textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = line, character = column } }
  local answers = vim.lsp.buf_request_sync(0, method, vim.tbl_extend('force', params, more or {}), 10000)
  return answers and answers[id] and answers[id].result
end

local found = diagnostics(1, 'expected one diagnostic')[1]
check(found.lnum == 1 and found.col == 11 and found.end_col == 18, 'the diagnostic is at the wrong place')
check(found.message:find("did you mean 'required'"), found.message)

local range = { start = { line = 1, character = 11 }, ['end'] = { line = 1, character = 18 } }
local actions = ask('textDocument/codeAction', 1, 11, { range = range, context = { diagnostics = {} } })
check(actions and #actions == 1, 'expected one quick fix')
vim.lsp.util.apply_workspace_edit(actions[1].edit, 'utf-16')
check(vim.api.nvim_buf_get_lines(0, 1, 2, false)[1] == '  - [name, required]', 'the quick fix is wrong')
diagnostics(0, 'the diagnostic does not go')

local hover = ask('textDocument/hover', 1, 12)
check(hover and hover.contents.value:find('Name muss ausgefüllt werden', 1, true), 'no manual in German')

-- Typing: the line is not valid YAML.
vim.api.nvim_buf_set_lines(0, 3, 3, false, { '  - [city, string, { mi' })
local items = ask('textDocument/completion', 3, 23)
local labels = vim.tbl_map(function(item) return item.label end, items.items or items)
check(vim.tbl_contains(labels, 'min'), 'min is not proposed')
vim.api.nvim_buf_set_lines(0, 3, 4, false, { '  - [city, string, { min: 3 }]' })
diagnostics(0, 'the diagnostic of the line does not go')

local edit = ask('textDocument/rename', 1, 6, { newName = 'title' })
vim.lsp.util.apply_workspace_edit(edit, 'utf-16')
check(vim.api.nvim_buf_get_lines(0, 1, 2, false)[1] == '  - [title, required]', 'the attribute is not renamed')

vim.lsp.stop_client(id)
io.stdout:write('neovim.lua: passed\n')
vim.cmd('qall!')
