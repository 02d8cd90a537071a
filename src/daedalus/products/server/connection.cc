#include "daedalus/products/server/connection.h"

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <deque>
#include <memory>
#include <utility>

namespace daedalus::server {
namespace {

namespace beast = boost::beast;
namespace http = boost::beast::http;
namespace websocket = boost::beast::websocket;
using tcp = boost::asio::ip::tcp;

constexpr std::size_t kMostBytesOfBody = std::size_t{20} << 20;
constexpr std::uint32_t kMostBytesOfHeader = 16 << 10;
constexpr std::size_t kMostBytesUnsent = std::size_t{64}
                                         << 20;  // to a page that does not read what it is sent
constexpr std::chrono::seconds kPatience(20);

// Nothing is loaded from other addresses, and no other page may frame this one. Styles are allowed in
// attributes, because the editor and the drawings of classes use them.
constexpr const char* kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'";

// The page of a run contains texts of a model. So it has its own policy, and even in its own tab it must not
// act for the workbench.
constexpr const char* kPolicyOfResults = "sandbox allow-scripts";

std::optional<std::string> HeaderOf(const http::fields& fields, std::string_view name) {
  const auto at = fields.find(boost::string_view(name.data(), name.size()));
  if (at == fields.end()) return std::nullopt;
  return std::string(at->value());
}

using HttpRequest = http::request<http::string_body>;

Request ToPlain(HttpRequest& request) {
  Request out;
  out.method = std::string(request.method_string());
  out.target = std::string(request.target());
  out.host = HeaderOf(request, "Host").value_or("");
  out.origin = HeaderOf(request, "Origin");
  out.fetch_site = HeaderOf(request, "Sec-Fetch-Site");
  out.fetch_mode = HeaderOf(request, "Sec-Fetch-Mode");
  out.body = std::move(request.body());
  return out;
}

template <class Message>
void SetHeaders(Message& message, const Response& response, bool keep_alive) {
  message.set(http::field::content_type, response.type);
  message.set(http::field::cache_control, "no-store");
  message.set("Referrer-Policy", "no-referrer");  // the address contains the token
  message.set("X-Content-Type-Options", "nosniff");
  message.set("Cross-Origin-Resource-Policy", "same-origin");
  message.set("Content-Security-Policy", response.file.empty() ? kPolicy : kPolicyOfResults);
  if (!response.save_as.empty())
    message.set(http::field::content_disposition, "attachment; filename=\"" + response.save_as + "\"");
  message.keep_alive(keep_alive);
  message.prepare_payload();
}

// ---- WebSocket ----

class Socket : public std::enable_shared_from_this<Socket> {
 public:
  Socket(beast::tcp_stream stream, std::shared_ptr<Service> service)
      : stream_(std::move(stream)), service_(std::move(service)) {}
  ~Socket() { Close(); }

  void Accept(const HttpRequest& request, const Target& target) {
    stream_.set_option(websocket::stream_base::timeout::suggested(beast::role_type::server));
    stream_.read_message_max(kMostBytesOfBody);
    stream_.text(true);
    stream_.async_accept(request, [self = shared_from_this(), target](beast::error_code error) {
      if (error) return self->Close();
      const std::weak_ptr<Socket> weak = self;
      auto handlers = self->service_->workbench.Open(target, {.send =
                                                                  [weak](std::string text) {
                                                                    if (const auto it = weak.lock())
                                                                      it->Send(std::move(text));
                                                                  },
                                                              .close =
                                                                  [weak] {
                                                                    if (const auto it = weak.lock())
                                                                      it->Hang();
                                                                  }});
      if (!handlers) return self->Hang();
      self->handlers_ = *std::move(handlers);
      self->Read();
    });
  }

 private:
  void Read() {
    stream_.async_read(buffer_, [self = shared_from_this()](beast::error_code error, std::size_t) {
      if (error) return self->Close();
      const std::string text = beast::buffers_to_string(self->buffer_.data());
      self->buffer_.consume(self->buffer_.size());
      self->handlers_.receive(text);
      self->Read();
    });
  }

  void Send(std::string text) {
    num_unsent_ += text.size();
    if (num_unsent_ > kMostBytesUnsent) return Hang();
    unsent_.push_back(std::move(text));
    if (unsent_.size() == 1) Write();
  }

  void Write() {
    stream_.async_write(boost::asio::buffer(unsent_.front()),
                        [self = shared_from_this()](beast::error_code error, std::size_t) {
                          if (error) return self->Close();
                          self->num_unsent_ -= self->unsent_.front().size();
                          self->unsent_.pop_front();
                          if (!self->unsent_.empty()) self->Write();
                        });
  }

  // Ends the connection. The read that is waiting then fails.
  void Hang() { beast::get_lowest_layer(stream_).cancel(); }

  void Close() {
    if (service_->is_over) return;
    if (const auto closed = std::exchange(handlers_, {}).closed) closed();
    if (!std::exchange(was_closed_, true)) service_->closed();
  }

  websocket::stream<beast::tcp_stream> stream_;
  std::shared_ptr<Service> service_;
  bool was_closed_ = false;
  ChannelHandlers handlers_;
  beast::flat_buffer buffer_;
  std::deque<std::string> unsent_;
  std::size_t num_unsent_ = 0;
};

// ---- HTTP ----

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, std::shared_ptr<Service> service)
      : stream_(std::move(socket)), service_(std::move(service)) {}
  ~Connection() {
    if (!was_handed_over_ && !service_->is_over) service_->closed();
  }

  void Read() {
    parser_.emplace();
    parser_->body_limit(kMostBytesOfBody);
    parser_->header_limit(kMostBytesOfHeader);
    stream_.expires_after(kPatience);
    http::async_read(stream_, buffer_, *parser_,
                     [self = shared_from_this()](beast::error_code error, std::size_t) {
                       if (!error) return self->Answer();
                       self->AnswerMistake(error);
                     });
  }

 private:
  void AnswerMistake(beast::error_code error) {
    keep_alive_ = false;
    if (error == http::error::body_limit) return Send(ErrorResponse(413, "the request has more than 20 MB"));
    if (error == http::error::header_limit)
      return Send(ErrorResponse(431, "the head of the request is too long"));
    // The connection was closed, or silent for too long, so nobody would read an answer.
    if (error.category() == http::make_error_code(http::error::end_of_stream).category() &&
        error != http::error::end_of_stream && error != http::error::partial_message)
      Send(ErrorResponse(400, "the request is malformed"));
  }

  void Answer() {
    HttpRequest message = parser_->release();
    keep_alive_ = message.keep_alive();
    const bool is_upgrade = websocket::is_upgrade(message);
    HttpRequest upgrade;
    if (is_upgrade) upgrade = message;
    const Request request = ToPlain(message);
    const auto target = ReadTarget(request.target);
    if (!target) return Send(ErrorResponse(400, "the address is malformed"));
    if (auto refused = WhyRefused(request, *target, service_->admission)) return Send(*std::move(refused));
    if (is_upgrade) return HandOver(upgrade, *target);
    // The answer may come much later. Other requests are handled meanwhile.
    stream_.expires_never();
    service_->workbench.Answer(request, *target, [self = shared_from_this()](Response response) {
      self->Send(std::move(response));
    });
  }

  // A page of another site cannot set these headers, so it cannot get here without one of our Origins.
  void HandOver(const HttpRequest& request, const Target& target) {
    if (request.find(http::field::origin) == request.end())
      return Send(ErrorResponse(403, "a WebSocket needs the Origin of our page"));
    stream_.expires_never();
    was_handed_over_ = true;
    std::make_shared<Socket>(std::move(stream_), service_)->Accept(request, target);
  }

  void Send(Response response) {
    stream_.expires_after(kPatience);
    if (!response.file.empty()) return SendFile(response);
    auto message = std::make_shared<http::response<http::string_body>>();
    message->result(static_cast<unsigned>(response.status));
    message->body() = std::move(response.body);
    SetHeaders(*message, response, keep_alive_);
    Write(message);
  }

  void SendFile(const Response& response) {
    beast::error_code error;
    http::file_body::value_type file;
    file.open(response.file.c_str(), beast::file_mode::scan, error);
    if (error) return Send(ErrorResponse(404, "the run has no such file"));
    auto message = std::make_shared<http::response<http::file_body>>();
    message->body() = std::move(file);
    SetHeaders(*message, response, keep_alive_);
    Write(message);
  }

  template <class Message>
  void Write(const std::shared_ptr<Message>& message) {
    http::async_write(stream_, *message,
                      [self = shared_from_this(), message](beast::error_code error, std::size_t) {
                        if (error) return;
                        if (self->keep_alive_) return self->Read();
                        self->ReadRest();
                      });
  }

  // Reads what is still arriving for a while. Otherwise the system would discard the answer together with it.
  void ReadRest() {
    beast::error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    rest_.resize(1 << 16);
    stream_.async_read_some(boost::asio::buffer(rest_),
                            [self = shared_from_this()](beast::error_code error, std::size_t) {
                              if (!error) self->ReadRest();
                            });
  }

  beast::tcp_stream stream_;
  std::shared_ptr<Service> service_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
  std::string rest_;
  bool keep_alive_ = false;
  bool was_handed_over_ = false;
};

}  // namespace

void BeginConnection(tcp::socket socket, std::shared_ptr<Service> service) {
  std::make_shared<Connection>(std::move(socket), std::move(service))->Read();
}

}  // namespace daedalus::server
