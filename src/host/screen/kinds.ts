import type { MediaKind } from '../../core/content/media-type.ts';

/** What an artifact is to a person who looks for it. An SVG is text to a model and an image here. */
export type DisplayKind = MediaKind;

/** In the order in which they are offered. */
export const DISPLAY_KINDS = ['image', 'audio', 'video', 'document', 'text', 'other'] as const satisfies readonly DisplayKind[];

/** The codicon of each kind. */
export const KIND_ICONS: Readonly<Record<DisplayKind, string>> = {
  image: 'file-media',
  audio: 'unmute',
  video: 'device-camera-video',
  document: 'book',
  text: 'file-code',
  other: 'file-binary',
};
