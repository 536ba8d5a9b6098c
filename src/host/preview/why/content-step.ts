import * as vscode from 'vscode';
import { formatSize } from '../../../core/content/size.ts';
import { sentence } from '../../../core/io/sentence.ts';
import { ARRIVAL_SENTENCES } from '../../../core/wire/arrival.ts';
import type { WhyStep } from '../../../shared/preview-state.ts';
import { sentenceText } from '../../sentence-text.ts';
import { absenceReason, typeOfLoaded, typeWarning } from '../content/artifact-facts.ts';
import type { LoadedArtifact } from '../content/loaded-artifact.ts';
import { mediaWords } from '../content/media-words.ts';
import type { PreviewSubject } from '../subject/preview-subject.ts';

/** What the content is, and how sure that is. */
export function contentStep({ loaded, name, references }: PreviewSubject): WhyStep {
  if (!loaded) {
    const detail = vscode.l10n.t(
      'A message with {0} attachments. Their declared types decide: an image needs “vision”, audio “audio”, everything else “file”, a text too: other rules than for an artifact that a tool reads.',
      references.length,
    );
    return { state: 'passed', title: name, detail };
  }
  const { artifact, media } = loaded;
  if (!artifact || (artifact.contentFailure && artifact.contentFailure.code !== 'too_large')) {
    return { state: 'stopped', title: vscode.l10n.t('There is no content to look at'), detail: absenceReason(loaded) };
  }
  const facts = [...(artifact.size === undefined ? [] : [formatSize(artifact.size)]), ...(media ? mediaWords(media) : [])];
  return { ...typeSentences(loaded), ...(facts.length > 0 && { title: `${typeTitle(loaded)} · ${facts.join(' · ')}` }) };
}

function typeTitle(loaded: LoadedArtifact): string {
  const mimeType = loaded.artifact?.mimeType;
  const { typeName } = typeOfLoaded(loaded);
  if (mimeType === undefined) return typeName || vscode.l10n.t('Text');
  return typeName && typeName !== mimeType ? `${typeName} (${mimeType})` : mimeType;
}

/** Declared and found type against each other. */
function typeSentences(loaded: LoadedArtifact): WhyStep {
  const title = typeTitle(loaded);
  const detection = loaded.artifact?.detection;
  const warning = typeWarning(loaded);
  if (warning?.code === 'empty') return { state: 'warning', title, detail: sentenceText(sentence(ARRIVAL_SENTENCES.empty)) };
  if (warning?.code === 'type_contradicted') {
    const { declared, detected } = warning;
    const detail =
      warning.by === 'name'
        ? vscode.l10n.t('The name of the file says {0}, but the bytes are {1}. The bytes count.', declared, detected)
        : vscode.l10n.t('Declared as {0}, but the bytes are {1}. The bytes count.', declared, detected);
    return { state: 'warning', title, detail };
  }
  if (warning?.code === 'not_utf8') {
    const detail = vscode.l10n.t(
      'Declared as {0}, but the bytes are neither UTF-8 nor UTF-16, so they count as a binary file. If it is text in another encoding: open it with that encoding and save it as UTF-8.',
      warning.declared,
    );
    return { state: 'warning', title, detail };
  }
  if (warning) {
    const { declared, looksLike } = warning;
    const detail =
      looksLike === null
        ? vscode.l10n.t('Declared as {0}, and the bytes do not confirm it: perhaps it is damaged or mislabelled.', declared)
        : vscode.l10n.t(
            'Declared as {0}, but the first bytes are those of {1}: perhaps it is mislabelled. They are too few to decide.',
            declared,
            looksLike,
          );
    return { state: 'warning', title, detail };
  }
  const { declaredMimeType: declared, detectedMimeType: detected } = detection ?? {};
  if (declared !== undefined && declared !== detection?.mimeType) {
    const detail = vscode.l10n.t(
      'Declared as {0}, which does not tell text from binary. The bytes are {1}.',
      declared,
      detection?.mimeType ?? '',
    );
    return { state: 'passed', title, detail };
  }
  if (declared !== undefined && detected !== undefined)
    return { state: 'passed', title, detail: vscode.l10n.t('Declared as {0}, and the bytes confirm it.', declared) };
  if (declared !== undefined)
    return { state: 'passed', title, detail: vscode.l10n.t('Declared as {0}; nothing in the bytes contradicts it.', declared) };
  if (detected !== undefined) return { state: 'passed', title, detail: vscode.l10n.t('No type is declared; the bytes are {0}.', detected) };
  return { state: 'passed', title, detail: vscode.l10n.t('No type is declared, and the bytes have no signature.') };
}
