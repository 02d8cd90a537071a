// Pictures of annotations, embedded so that a drawing needs no other file (Modelica 3.6, section 18.6.5.6).
#pragma once

#include <string_view>

#include "daedalus/products/drawing/picture/drawing.h"
#include "daedalus/products/drawing/read/annotation_value.h"

namespace daedalus::drawing {

// The media type of a picture by its first bytes: PNG, JPEG, GIF, BMP, WebP or SVG; empty if it is none.
std::string_view MediaTypeOf(std::string_view bytes);

// Fills in the picture from its file: a `modelica://` or `file://` address, or a path relative to the file
// of the annotation. A missing file gives a warning at `span`, and the drawing shows a placeholder.
void EmbedFile(ReadContext& read, std::string_view address, Span span, BitmapForm& bitmap);
// The same from `imageSource`.
void EmbedSource(ReadContext& read, std::string_view base64, Span span, BitmapForm& bitmap);

}  // namespace daedalus::drawing
