// `daedalus lsp`: a server over two file descriptors, with full checks while the client is silent.
#pragma once

#include "daedalus/products/lsp/server.h"

namespace daedalus::lsp {

// Until the client says `exit`, or its end of the pipe is closed. The exit code: 0 after a `shutdown`,
// else 1.
int Serve(const ServerOptions& options, int in, int out);

}  // namespace daedalus::lsp
