// `daedalus lsp`: a server over two file descriptors, with full checks while the client is silent.
#pragma once

#include "daedalus/products/lsp/server.h"

namespace daedalus::lsp {

// Runs until the client sends `exit` or closes its end of the pipe. The exit code is 0 after a `shutdown`,
// otherwise 1.
int Serve(const ServerOptions& options, int in, int out);

}  // namespace daedalus::lsp
