import { GENERIC_BINARY } from './media-type.ts';

/** The languages descriptions can be written in. */
export type DescriptionLanguage = 'zh' | 'en';

/** A language, whatever was given as one: Chinese, in which the specifications write, for everything else. */
export function languageOf(given: unknown): DescriptionLanguage {
  return given === 'en' ? 'en' : 'zh';
}

/** Type names people read, from the table of specification 1 and the formats beside it. */
const NAMES: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  'image/jpeg': ['JPEG 图片', 'JPEG image'],
  'image/png': ['PNG 图片', 'PNG image'],
  'image/gif': ['GIF 图片', 'GIF image'],
  'image/webp': ['WebP 图片', 'WebP image'],
  'image/bmp': ['BMP 图片', 'BMP image'],
  'image/svg+xml': ['SVG 图片', 'SVG image'],
  'image/tiff': ['TIFF 图片', 'TIFF image'],
  'image/x-icon': ['ICO 图标', 'ICO icon'],
  'image/avif': ['AVIF 图片', 'AVIF image'],
  'image/heic': ['HEIC 图片', 'HEIC image'],
  'application/pdf': ['PDF 文档', 'PDF document'],
  'application/msword': ['Word 文档', 'Word document'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['Word 文档', 'Word document'],
  'application/vnd.ms-excel': ['Excel 表格', 'Excel workbook'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['Excel 表格', 'Excel workbook'],
  'application/vnd.ms-powerpoint': ['PowerPoint 演示', 'PowerPoint presentation'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['PowerPoint 演示', 'PowerPoint presentation'],
  'audio/mpeg': ['MP3 音频', 'MP3 audio'],
  'audio/wav': ['WAV 音频', 'WAV audio'],
  'audio/ogg': ['OGG 音频', 'OGG audio'],
  'audio/flac': ['FLAC 音频', 'FLAC audio'],
  'audio/aac': ['AAC 音频', 'AAC audio'],
  'audio/mp4': ['M4A 音频', 'M4A audio'],
  'video/mp4': ['MP4 视频', 'MP4 video'],
  'video/webm': ['WebM 视频', 'WebM video'],
  'video/quicktime': ['QuickTime 视频', 'QuickTime video'],
  'application/zip': ['ZIP 压缩包', 'ZIP archive'],
  'application/x-rar-compressed': ['RAR 压缩包', 'RAR archive'],
  'application/vnd.rar': ['RAR 压缩包', 'RAR archive'],
  'application/gzip': ['GZIP 压缩包', 'GZIP archive'],
  [GENERIC_BINARY]: ['二进制文件', 'Binary file'],
};

/** The name of a media type for readers; the media type itself when it has none. */
export function friendlyTypeName(mimeType: string, language: DescriptionLanguage): string {
  const names = NAMES[mimeType];
  return names ? names[language === 'zh' ? 0 : 1] : mimeType;
}
