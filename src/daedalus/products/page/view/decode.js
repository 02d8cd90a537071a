// Data of the page: base64 of zlib. encode_values.h says how columns are written.
"use strict";

function bytesOfBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const raw = atob(text), out = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; ++i) out[i] = raw.charCodeAt(i);
  return out;
}

async function unpacked(id) {
  const packed = bytesOfBase64(document.getElementById(id).textContent);
  if (typeof DecompressionStream === "undefined")
    throw new Error("This browser is too old for the page: it cannot decompress (needed: Chrome 80, Firefox 113, Safari 16.4).");
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function unpackedFacts() {
  return JSON.parse(new TextDecoder().decode(await unpacked("facts")));
}

const columnForm = {exact: 0, levels: 1, line: 2};

function decodedExact(bytes, at, count) {
  const out = new Float64Array(count), raw = new Uint8Array(out.buffer);
  for (let plane = 0; plane < 8; ++plane) {
    const begin = at + plane * count;
    for (let i = 0; i < count; ++i) raw[8 * i + plane] = bytes[begin + i];
  }
  return out;
}

function decodedLevels(bytes, at, count, form, low, step) {
  const out = new Float64Array(count);
  let last = 0, before = 0;
  for (let i = 0; i < count; ++i) {
    const folded = bytes[at + i] | bytes[at + count + i] << 8;
    const difference = (folded >> 1) ^ -(folded & 1);
    const predicted = form === columnForm.line ? 2 * last - before : last;
    const level = (predicted + difference) & 0xffff;
    out[i] = level === 65535 ? NaN : low + level * step;
    before = last;
    last = level;
  }
  return out;
}

function decodedColumn(bytes, [at, form, low, step], count) {
  if (form === columnForm.exact) return decodedExact(bytes, at, count);
  return decodedLevels(bytes, at, count, form, low, step);
}
