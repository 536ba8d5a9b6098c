import { extensionForMediaType } from '../content/file-name.ts';

/** A file name for the content: the human name when it has an extension, otherwise with that of the file or type. */
export function filenameFrom(
  name: string | undefined,
  fallback: string,
  facts: { readonly extension?: string; readonly mimeType?: string | undefined },
): string {
  if (name === undefined) return fallback;
  const extension = facts.extension ?? (facts.mimeType && extensionForMediaType(facts.mimeType)) ?? '';
  return extension === '' || name.toLowerCase().endsWith(extension.toLowerCase()) ? name : name + extension;
}
