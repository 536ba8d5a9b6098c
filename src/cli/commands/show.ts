import { formatSize } from '../../core/content/size.ts';
import { friendlyTypeName } from '../../core/content/type-names.ts';
import { formatReference } from '../../core/refs/reference.ts';
import type { Artifact, ArtifactMetadata } from '../../core/store/artifact.ts';
import type { OpenRoot } from '../../platform/open-root.ts';
import { contentPlace, findArtifact } from '../artifact.ts';
import type { Command, Invocation } from '../command.ts';
import { refusalOf } from '../refusal.ts';
import { showTime } from '../show-time.ts';
import { printFacts } from '../table.ts';
import { writeOut } from '../write-out.ts';

/** `show`: a text as it is; of everything else the facts, or the bytes where they are wanted. */
export const show: Command = {
  usage: 'REF [--output FILE]',
  summary: 'show an artifact: its text, or facts of what is not text',
  help: ['--output FILE    write the bytes as they are into FILE; "-" is standard output'],
  options: { output: { type: 'string', short: 'o' } },
  positionals: { least: 1, most: 1 },
  async run(invocation) {
    const root = await invocation.root();
    const metadata = await findArtifact(root, invocation.positionals[0] ?? '', invocation);
    const location = contentPlace(metadata, invocation);
    const output = invocation.option('output');
    if (output !== undefined) await writeBytes(root, metadata, location, output, invocation);
    else printArtifact(metadata, await readable(root, metadata, location, invocation), invocation);
    return 0;
  },
};

/** The artifact; one whose content is only too large to be shown has its facts. @throws Refusal why it cannot be read */
async function readable(root: OpenRoot, metadata: ArtifactMetadata, location: string, { language }: Invocation): Promise<Artifact> {
  const artifact = await root.store.readArtifact(metadata, location);
  const failure = artifact.contentFailure;
  if (failure && failure.code !== 'too_large') throw refusalOf(failure, language, metadata.id);
  return artifact;
}

async function writeBytes(
  root: OpenRoot,
  metadata: ArtifactMetadata,
  location: string,
  output: string,
  invocation: Invocation,
): Promise<void> {
  const file = await root.store.realPlace(metadata, location);
  if (!metadata.isEnvelope) return writeOut({ fs: root.fs, file }, output);
  const { content } = await readable(root, metadata, location, invocation);
  return writeOut({ file, bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content }, output);
}

function printArtifact(metadata: ArtifactMetadata, artifact: Artifact, { terminal, json, language }: Invocation): void {
  const { content, size, mimeType, detection, contentFailure } = artifact;
  const text = typeof content === 'string' && !contentFailure ? content : undefined;
  const { id, reference, name, createdAt, updatedAt, agentId, messageId, state } = metadata;
  if (json) {
    const facts = {
      ref: formatReference(reference),
      id,
      name,
      state,
      mimeType,
      type: metadata.type,
      size,
      createdAt,
      updatedAt,
      agentId,
      messageId,
      detection,
    };
    return terminal.json(text === undefined ? { ...facts, isBinary: artifact.isBinary } : { ...facts, isBinary: false, text });
  }
  if (text !== undefined) return terminal.text(text);
  const declared = detection?.isContradiction
    ? ` (declared ${detection.declaredMimeType})`
    : detection?.isMislabelled
      ? ` (begins like ${detection.detectedMimeType})`
      : '';
  printFacts(terminal, [
    ['Reference', formatReference(reference)],
    ['Name', name],
    ['Type', mimeType && `${friendlyTypeName(mimeType, language)}, ${mimeType}${declared}`],
    ['Size', size === undefined ? undefined : `${formatSize(size)} (${size} bytes)`],
    ['Created', showTime(createdAt)],
    ['Changed', showTime(updatedAt)],
    ['Agent', agentId],
    ['Message', messageId],
  ]);
  terminal.complain(
    contentFailure ? 'Too large to be shown; --output FILE writes its bytes.' : 'Not a text; --output FILE writes its bytes.',
  );
}
