// The other rooms check this file too, without the declarations beside it.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./wasm.d.ts" />
import { inflateSync } from 'fflate';
import { decodeKnownBase64 } from '../io/base64.ts';

/** Formats that can be read and written here. */
export type CodedImageType = 'image/png' | 'image/jpeg' | 'image/webp';

/** A picture of 8-bit RGBA, not premultiplied. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** How a picture is written. PNG is always lossless, JPEG never. */
export interface Encoding {
  readonly type: CodedImageType;
  /** 1 to 100, for what is lossy. */
  readonly quality: number;
  readonly isLossless?: boolean;
}

/** What the codecs give and take. */
interface ImageDataLike {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** Bytes of the codec's memory are copied: it may grow, and then they are gone. */
const copyOf = (bytes: Uint8Array | Uint8ClampedArray): Uint8Array => Uint8Array.from(bytes);

/**
 * Decodes the first frame of a picture. A JPEG is turned as its Exif orientation says. Memory: eight bytes a pixel, and the codec keeps
 * its half: run it where that can be given back.
 *
 * @throws an error of the codec for broken bytes
 */
export async function decodeImage(type: CodedImageType, bytes: Uint8Array): Promise<Pixels> {
  const decoded = await decoderOf(type, bytes);
  if (!decoded) throw new Error('not decoded');
  const { width, height, data } = decoded;
  return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) };
}

async function decoderOf(type: CodedImageType, bytes: Uint8Array): Promise<ImageDataLike | null> {
  switch (type) {
    case 'image/png':
      return (await png()).decode(bytes);
    case 'image/jpeg': {
      const [{ default: start }, { default: wasm }] = await Promise.all([
        import('@jsquash/jpeg/codec/dec/mozjpeg_dec.js'),
        import('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'),
      ]);
      return (await started<JpegDecoder>(start, wasm)).decode(bytes, true);
    }
    case 'image/webp': {
      const [{ default: start }, { default: wasm }] = await Promise.all([
        import('@jsquash/webp/codec/dec/webp_dec.js'),
        import('@jsquash/webp/codec/dec/webp_dec.wasm'),
      ]);
      return (await started<WebpDecoder>(start, wasm)).decode(bytes);
    }
  }
}

/** Encodes a picture. JPEG has no alpha: transparent pixels become opaque. */
export async function encodeImage({ width, height, data }: Pixels, { type, quality, isLossless }: Encoding): Promise<Uint8Array> {
  switch (type) {
    case 'image/png':
      return smallestPng({ width, height, data });
    case 'image/jpeg': {
      const [{ default: start }, { default: wasm }] = await Promise.all([
        import('@jsquash/jpeg/codec/enc/mozjpeg_enc.js'),
        import('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'),
      ]);
      return copyOf((await started<Encoder>(start, wasm)).encode(data, width, height, { ...JPEG, quality }) ?? new Uint8Array());
    }
    case 'image/webp': {
      const [{ default: start }, { default: wasm }] = await Promise.all([
        import('@jsquash/webp/codec/enc/webp_enc.js'),
        import('@jsquash/webp/codec/enc/webp_enc.wasm'),
      ]);
      const options = { ...WEBP, quality, lossless: isLossless === true ? 1 : 0 };
      return copyOf((await started<Encoder>(start, wasm)).encode(data, width, height, options) ?? new Uint8Array());
    }
  }
}

/**
 * A PNG with filtered rows, compressed in haste, or one without filters and alpha channel that is compressed well: of photos the one, of
 * screens the other is half as large.
 */
async function smallestPng({ width, height, data }: Pixels): Promise<Uint8Array> {
  const { encode } = await import('fast-png');
  const filtered = copyOf((await png()).encode(data, width, height, 8));
  const opaque = isOpaque(data);
  const channels = opaque ? withoutAlpha(data) : data;
  const plain = encode({ width, height, data: channels, channels: opaque ? 3 : 4, depth: 8 }, { zlib: { level: 6 } });
  return plain.length < filtered.length ? plain : filtered;
}

/** Whether no pixel of 8-bit RGBA is transparent. */
export function isOpaque(data: Uint8Array): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}

function withoutAlpha(data: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((data.length / 4) * 3);
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    rgb[to] = data[from] as number;
    rgb[to + 1] = data[from + 1] as number;
    rgb[to + 2] = data[from + 2] as number;
  }
  return rgb;
}

/** Makes a picture smaller, with a filter that keeps small text readable (Magic Kernel Sharp 2013). */
export async function resizeImage({ width, height, data }: Pixels, toWidth: number, toHeight: number): Promise<Pixels> {
  if (width === toWidth && height === toHeight) return { width, height, data };
  const { default: pica } = await import('pica');
  const resized = await pica({ features: ['js', 'wasm'] }).resizeBuffer({ src: data, width, height, toWidth, toHeight });
  return { width: toWidth, height: toHeight, data: resized };
}

/** What Emscripten makes a codec with; all of it is optional. */
interface EmscriptenOptions {
  readonly noInitialRun: boolean;
  readonly wasmBinary: Uint8Array;
  /** Without it the codec looks for its file beside the script. */
  locateFile(name: string): string;
  print(): void;
  printErr(): void;
}

interface JpegDecoder {
  decode(bytes: Uint8Array, turns: boolean): ImageDataLike | null;
}
interface WebpDecoder {
  decode(bytes: Uint8Array): ImageDataLike | null;
}
interface Encoder {
  encode(data: Uint8Array, width: number, height: number, options: object): Uint8Array | null;
}

/** A new instance of a codec: its memory goes with it. @param start its factory @param wasm as embedded */
async function started<Codec>(start: unknown, wasm: string): Promise<Codec> {
  provideImageData();
  const silent = (): void => undefined;
  return (start as (options: EmscriptenOptions) => Promise<Codec>)({
    noInitialRun: true,
    wasmBinary: unpacked(wasm),
    locateFile: (name) => name,
    print: silent,
    printErr: silent,
  });
}

interface PngCodec {
  initSync(wasm: Uint8Array): unknown;
  decode(bytes: Uint8Array): ImageDataLike;
  encode(data: Uint8Array, width: number, height: number, bitDepth: number): Uint8Array;
}

async function png(): Promise<PngCodec> {
  const [codec, { default: wasm }] = await Promise.all([
    import('@jsquash/png/codec/pkg/squoosh_png.js') as Promise<unknown>,
    import('@jsquash/png/codec/pkg/squoosh_png_bg.wasm') as Promise<unknown> as Promise<{ readonly default: string }>,
  ]);
  provideImageData();
  const pngCodec = codec as PngCodec;
  pngCodec.initSync(unpacked(wasm));
  return pngCodec;
}

function unpacked(wasm: string): Uint8Array {
  return inflateSync(decodeKnownBase64(wasm));
}

/** The decoders make objects of a class that browsers have. */
function provideImageData(): void {
  const host = globalThis as { ImageData?: unknown };
  host.ImageData ??= class {
    readonly data: Uint8ClampedArray;
    readonly width: number;
    readonly height: number;

    constructor(data: Uint8ClampedArray, width: number, height: number) {
      this.data = data;
      this.width = width;
      this.height = height;
    }
  };
}

/** The defaults of mozjpeg's command (`cjpeg`), which the codec wants in full; colour space 3 is YCbCr. */
const JPEG = {
  baseline: false,
  arithmetic: false,
  progressive: true,
  optimize_coding: true,
  smoothing: 0,
  color_space: 3,
  quant_table: 3,
  trellis_multipass: false,
  trellis_opt_zero: false,
  trellis_opt_table: false,
  trellis_loops: 1,
  auto_subsample: true,
  chroma_subsample: 2,
  separate_chroma_quality: false,
  chroma_quality: 75,
};

/** The defaults of libwebp (`WebPConfig` in encode.h). */
const WEBP = {
  target_size: 0,
  target_PSNR: 0,
  method: 4,
  sns_strength: 50,
  filter_strength: 60,
  filter_sharpness: 0,
  filter_type: 1,
  partitions: 0,
  segments: 4,
  pass: 1,
  show_compressed: 0,
  preprocessing: 0,
  autofilter: 0,
  partition_limit: 0,
  alpha_compression: 1,
  alpha_filtering: 1,
  alpha_quality: 100,
  exact: 0,
  image_hint: 0,
  emulate_jpeg_size: 0,
  thread_level: 0,
  low_memory: 0,
  near_lossless: 100,
  use_delta_palette: 0,
  use_sharp_yuv: 0,
};
