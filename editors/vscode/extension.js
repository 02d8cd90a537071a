// Starts the language server of Daedalus, and runs its commands in a terminal.
"use strict";

const path = require("path");
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

function settings() {
  return vscode.workspace.getConfiguration("daedalus");
}

function createClient() {
  const run = { command: settings().get("program"), args: ["lsp"], transport: TransportKind.stdio };
  return new LanguageClient(
    "daedalus",
    "Modelica by Daedalus",
    { run, debug: run },
    {
      documentSelector: [{ language: "modelica" }],
      initializationOptions: { libraries: settings().get("libraries") },
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.mo") },
    },
  );
}

// The class and file of a code lens; without them, the file that is shown.
function target(name, uri) {
  const editor = vscode.window.activeTextEditor;
  const file = uri ? vscode.Uri.parse(uri) : editor && editor.document.uri;
  return file && file.scheme === "file" ? { name, file: file.fsPath } : undefined;
}

// A terminal whose program is Daedalus itself: no shell reads the names.
function runInTerminal(title, args, file) {
  const libraries = settings().get("libraries").flatMap((directory) => ["--library", directory]);
  const terminal = vscode.window.createTerminal({
    name: title,
    cwd: path.dirname(file),
    shellPath: settings().get("program"),
    shellArgs: [...args, ...libraries],
  });
  terminal.show();
}

function register(context, command, title, argumentsOf) {
  context.subscriptions.push(
    vscode.commands.registerCommand(command, async (name, uri) => {
      const at = target(name, uri);
      if (!at) {
        vscode.window.showErrorMessage("Open a file of a model first.");
        return;
      }
      await vscode.workspace.saveAll(false);
      runInTerminal(`${title} ${at.name ?? path.basename(at.file)}`, argumentsOf(at), at.file);
    }),
  );
}

const model = (at) => (at.name ? [at.file, "--model", at.name] : [at.file]);
// A part of a file name: names of classes may be quoted and hold anything.
const stem = (at) => (at.name ?? path.basename(at.file, ".mo")).replace(/[^A-Za-z0-9_.]/g, "_");

async function activate(context) {
  register(context, "daedalus.simulate", "simulate", (at) => ["simulate", ...model(at), "--plot", "*"]);
  register(context, "daedalus.draw", "draw", (at) => ["draw", ...model(at), "--svg", `${stem(at)}.svg`]);
  register(context, "daedalus.analyze", "analyze", (at) => ["analyze", ...model(at), "--html", `${stem(at)}.html`]);
  context.subscriptions.push(
    vscode.commands.registerCommand("daedalus.restart", async () => {
      if (client) await client.stop();
      client = createClient();
      await client.start();
    }),
  );
  client = createClient();
  await client.start();
}

async function deactivate() {
  if (client) await client.stop();
}

module.exports = { activate, deactivate };
