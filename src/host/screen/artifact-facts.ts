import * as vscode from 'vscode';
import type { DescriptionLanguage } from '../../core/content/media-type.ts';
import { formatSize } from '../../core/content/size.ts';
import type { ArtifactMetadata } from '../../core/store/artifact.ts';
import { failureMessage } from './failure-message.ts';
import { editorLanguage } from '../roots/settings.ts';
import { ageFormatter } from './relative-age.ts';
import { typeLabel } from './display-kind.ts';

/** What facts are written with. */
interface FactsLanguage {
  readonly typeNames: DescriptionLanguage;
  readonly age: (time: string, now: number) => string | undefined;
  /** What is said of an artifact whose content is not there, or is broken; undefined when all is well. */
  readonly state: (metadata: ArtifactMetadata) => string | undefined;
}

/**
 * The facts that stand behind the name of an artifact, each short: id (not of workspace files, whose place in
 * the tree tells more, nor where it is the name), type, size, age; what is wrong instead of these, when something is.
 *
 * @param now milliseconds since the epoch
 */
export function artifactFacts(metadata: ArtifactMetadata, now: number, language: FactsLanguage): string[] {
  const isRegular = metadata.reference.kind === 'regular';
  const { state } = metadata;
  const id = isRegular && metadata.id !== metadata.name ? [metadata.id] : [];
  const inWords = language.state(metadata);
  if (state === 'broken' || state === 'missing') return inWords === undefined ? id : [...id, inWords];
  const facts = [inWords, typeLabel(metadata, language.typeNames), ...sizeAndAge(metadata, now, language)];
  return [...id, ...facts.filter((fact) => fact !== undefined)];
}

/**
 * The facts of a line of the tree, where the icon tells the type and the width is small: size, age, id, agent; what is
 * wrong instead of these, when something is.
 *
 * @param now milliseconds since the epoch
 */
export function lineFacts(metadata: ArtifactMetadata, now: number, language: FactsLanguage): string[] {
  const { state, reference, id, name, agentId, versions } = metadata;
  if (state === 'broken' || state === 'missing') return artifactFacts(metadata, now, language);
  const facts = [
    versions !== undefined && versions > 1 ? vscode.l10n.t('{0} versions', versions) : undefined,
    language.state(metadata),
    ...sizeAndAge(metadata, now, language),
    reference.kind === 'regular' && id !== name ? id : undefined,
    agentId,
  ];
  return facts.filter((fact) => fact !== undefined);
}

/** The time whose age is told: an artifact of the store is written once; a file in a workspace lives on. */
export function agingTime({ reference, createdAt, updatedAt }: ArtifactMetadata): string | undefined {
  return reference.kind === 'regular' ? (createdAt ?? updatedAt) : (updatedAt ?? createdAt);
}

function sizeAndAge(metadata: ArtifactMetadata, now: number, { age }: FactsLanguage) {
  const [{ size }, time] = [metadata, agingTime(metadata)];
  return [size === undefined ? undefined : formatSize(size), time === undefined ? undefined : age(time, now)];
}

/** Facts in the display language. */
export function displayFactsLanguage(): FactsLanguage {
  const { language } = vscode.env;
  return { typeNames: editorLanguage(), age: ageFormatter(language), state: stateInWords };
}

/** What keeps an artifact from being read, in a few words or the sentence of its reason. */
function stateInWords({ state, problem }: ArtifactMetadata): string | undefined {
  switch (state) {
    case 'present':
      return undefined;
    case 'reserved':
      return vscode.l10n.t('reserved');
    case 'missing':
      return problem ? failureMessage(problem) : vscode.l10n.t('missing');
    case 'broken':
      return problem ? failureMessage(problem) : vscode.l10n.t('broken');
  }
}
