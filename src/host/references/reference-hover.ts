/** What a person is told of a reference in a text: a chunk of its own, loaded with the first one that is pointed at. */

import * as vscode from 'vscode';
import { formatSize } from '../../core/content/size.ts';
import { encodeBase64 } from '../../core/io/base64.ts';
import { formatEstimate, formatPrice, formatShare } from '../../core/models/price.ts';
import { formatReference } from '../../core/refs/reference.ts';
import { safeName } from '../../core/routing/description.ts';
import type { PreviewTokens } from '../../shared/token-figures.ts';
import type { ContentSource } from '../preview/content-source.ts';
import { mediaWords } from '../preview/preview-facts.ts';
import { newMeasures } from '../preview/service-request.ts';
import { decide, type PreviewResult } from '../preview/preview-result.ts';
import { readSubject } from '../preview/preview-subject.ts';
import { routeReason } from '../preview/routed-arrival.ts';
import { type DataRoots, type OpenRoot, uniqueNames } from '../roots/open-root.ts';
import { escapeMarkdown, inBold } from '../screen/plain-text.ts';
import type { PreviewService } from '../services/preview-service.ts';
import { absentSentence, nearestFirst } from './open-reference.ts';
import { failureMessage } from '../screen/failure-message.ts';
import { referenceFeedback, type ReferenceMatch } from './reference-feedback.ts';
import { openCommandUri } from './reference-links.ts';

/** What the hover asks. */
export interface HoverDependencies {
  readonly roots: DataRoots;
  readonly previewService: Pick<PreviewService, 'selectedServiceId'>;
  readonly sourceOf: (root: OpenRoot) => ContentSource;
}

/** VS Code cuts a hover's Markdown at 100,000 characters; a picture must leave room for the facts. In bytes. */
const LARGEST_PICTURE = 70_000;
/** What every browser draws, and what cannot hold a script. */
const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
/** A hover has 250 CSS pixels, the facts above and VS Code's own line below included; higher pictures are made smaller. */
const HEIGHT = 96;

/**
 * What is known of a reference, as Markdown; undefined where no data root is open: then nobody here has artifacts.
 * @param from where it stands: of several data roots the nearest is told of, the others are offered
 */
export async function referenceHover(
  { roots, previewService, sourceOf }: HoverDependencies,
  text: string,
  from: vscode.Uri,
  signal: AbortSignal,
): Promise<vscode.MarkdownString | undefined> {
  await roots.ready();
  if (roots.roots.length === 0) return undefined;
  const feedback = await referenceFeedback(text, nearestFirst(roots.roots, from));
  if (feedback.kind === 'absent') {
    const failures = feedback.failures.map(({ failure }) => failureMessage(failure));
    return new vscode.MarkdownString(escapeMarkdown([absentSentence(feedback.reference), ...failures].join(' ')));
  }
  if (feedback.kind !== 'found') return undefined;
  const [match, ...others] = feedback.matches;
  if (!match || signal.aborted) return undefined;
  const { root } = match;
  const source = sourceOf(root);
  const subject = await readSubject({ source, references: [feedback.reference] });
  const measures = newMeasures(source.models.compute);
  const selected = previewService.selectedServiceId(root.models) ?? null;
  const choices = { selected, recent: [], api: null, pinned: false };
  const result = await decide(subject, subject.newRoutes(), choices, { resourceOf: () => '', measures });
  const tokens = result.state.tokens ?? (await result.countTokens?.(signal)) ?? null;
  const parts = [
    facts(result, match),
    verdict(result, tokens),
    picture(result),
    links(formatReference(feedback.reference), from, [match, ...others], roots),
  ];
  const markdown = new vscode.MarkdownString(parts.filter((part) => part !== undefined).join('\n\n'));
  markdown.isTrusted = { enabledCommands: ['agentArtifacts.internal.openReference'] };
  return markdown;
}

function facts({ subject, state }: PreviewResult, { metadata }: ReferenceMatch<OpenRoot>): string {
  const { facts } = state;
  const size = facts.size === null ? [] : [formatSize(facts.size)];
  const media = subject.loaded?.media ? mediaWords(subject.loaded.media) : [];
  const problem = metadata.problem ? [failureMessage(metadata.problem)] : [];
  const known = [facts.typeName, ...size, ...media, ...problem].filter((fact) => fact !== '');
  return [inBold(facts.name), ...known.map((fact) => escapeMarkdown(safeName(fact)))].join(' · ');
}

/** What the chosen model receives, and what that costs. */
function verdict({ subject, service, routed, state }: PreviewResult, tokens: PreviewTokens | null): string {
  const { services } = subject.source.models;
  const model = service ? service.name || service.model || service.id : vscode.l10n.t('Text only');
  const isOfCatalogue = service !== null && services.modelOf(service.id) !== undefined;
  const reason = state.arrival.reason ?? routeReason(routed, isOfCatalogue);
  const sentence = `${inBold(model)}: ${escapeMarkdown(reason)}`;
  const figures = state.arrival.state === 'refused' ? [] : figuresOf(tokens);
  return figures.length === 0 ? sentence : `${sentence}\n\n${figures.map(escapeMarkdown).join(' · ')}`;
}

function figuresOf(tokens: PreviewTokens | null): string[] {
  const { language } = vscode.env;
  const routed = tokens?.routed;
  if (!routed) return [];
  return [
    vscode.l10n.t('{0} tokens', formatEstimate(routed, language)),
    routed.price ? formatPrice(routed.price, language) : vscode.l10n.t('price unknown'),
    ...(routed.context ? [vscode.l10n.t('{0} of the context', formatShare(routed.context, language))] : []),
  ];
}

/** A picture that a browser draws: a small one itself, a larger one by the address of its file. */
function picture({ subject }: PreviewResult): string | undefined {
  const { loaded, source } = subject;
  const { artifact, metadata, media } = loaded ?? {};
  const mimeType = artifact?.mimeType;
  if (!artifact || !metadata || mimeType === undefined || !PICTURES.has(mimeType) || !(artifact.content instanceof Uint8Array))
    return undefined;
  // Read in a worker: there is none behind the first bytes, or reading its header took too long.
  if (media?.height === undefined) return undefined;
  const address =
    artifact.content.length <= LARGEST_PICTURE ? `data:${mimeType};base64,${encodeBase64(artifact.content)}` : addressOf(metadata, source);
  if (address === undefined) return undefined;
  return `![](${address}${media.height > HEIGHT ? `|height=${HEIGHT}` : ''})`;
}

function addressOf(metadata: Parameters<ContentSource['addressOf']>[0], source: ContentSource): string | undefined {
  const uri = metadata.isEnvelope ? undefined : source.addressOf(metadata);
  // Brackets would end the address.
  return uri?.scheme === 'file' ? uri.toString().replace(/[()|]/g, (char) => `%${char.charCodeAt(0).toString(16)}`) : undefined;
}

function links(reference: string, from: vscode.Uri, matches: ReadonlyArray<ReferenceMatch<OpenRoot>>, { roots }: DataRoots): string {
  const names = uniqueNames(roots);
  const link = (title: string, { root }: ReferenceMatch<OpenRoot>): string =>
    `[${escapeMarkdown(safeName(title))}](${openCommandUri(reference, from, root.id).toString()})`;
  if (matches.length === 1) return matches.map((match) => link(vscode.l10n.t('Preview'), match)).join('');
  return matches.map((match) => link(vscode.l10n.t('Preview from {0}', names.get(match.root) ?? match.root.name), match)).join(' · ');
}
