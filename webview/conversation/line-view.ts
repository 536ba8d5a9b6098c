import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, nothing } from 'lit';
import type { ConversationLine } from '../../src/shared/conversation-protocol.ts';
import { severityBadge } from '../preview/badges.ts';
import { sourceLink } from '../preview/outcome.ts';
import { formatCount, formatMoment, formatSize, t, visibleText } from '../text.ts';

/** Pixels of one unit of the list. */
export const UNIT = 22;

type Part = Extract<ConversationLine, { kind: 'part' }>;
type Message = Extract<ConversationLine, { kind: 'message' }>;
type Finding = Extract<ConversationLine, { kind: 'finding' }>;

export const lineStyles = css`
  .line {
    display: flex;
    box-sizing: border-box;
    align-items: flex-start;
    gap: 8px;
    padding: 0 16px;
    overflow: hidden;
    white-space: nowrap;
    line-height: ${UNIT}px;
    cursor: default;
  }
  .line:hover {
    background: var(--vscode-list-hoverBackground);
  }
  .line.hit {
    background: var(--vscode-editor-findMatchHighlightBackground);
    outline: 1px dashed var(--vscode-editor-findMatchHighlightBorder, transparent);
    outline-offset: -1px;
  }
  .line[aria-selected='true'] {
    color: var(--vscode-list-inactiveSelectionForeground, inherit);
    background: var(--vscode-list-inactiveSelectionBackground);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .list:focus-visible .line[aria-selected='true'] {
    outline: 1px solid var(--vscode-list-focusOutline, var(--vscode-focusBorder));
  }
  .line[aria-selected='true'] :is(.facts, .dim, .number) {
    color: inherit;
  }
  .line > vscode-icon {
    flex: none;
    height: ${UNIT}px;
  }
  .line.message {
    border-top: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
  }
  .number {
    flex: none;
    min-width: 3.5em;
    text-align: end;
    font-variant-numeric: tabular-nums;
    color: var(--vscode-descriptionForeground);
  }
  .role {
    font-weight: 600;
  }
  .line .facts {
    color: var(--vscode-descriptionForeground);
  }
  .line .facts + .facts {
    font-variant-numeric: tabular-nums;
  }
  .indented {
    padding-inline-start: calc(16px + 3.5em + 8px);
  }
  .unsent {
    font-style: italic;
    color: var(--vscode-descriptionForeground);
  }
  .unsent canvas {
    opacity: 0.6;
  }
  .sample {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .name {
    flex: none;
    max-width: 60%;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .mono {
    font-family: var(--vscode-editor-font-family, monospace);
    font-size: 0.95em;
  }
  .picture {
    display: flex;
    flex: none;
    align-items: center;
    justify-content: center;
    width: 92px;
    height: ${3 * UNIT - 6}px;
    margin: 3px 0;
  }
  .picture canvas {
    max-width: 100%;
    max-height: 100%;
    outline: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
  }
  .said {
    display: flex;
    flex-direction: column;
    flex: 1;
    min-width: 0;
  }
  .said > * {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .dim {
    color: var(--vscode-descriptionForeground);
  }
  .line.finding {
    background: color-mix(in srgb, var(--tone) 9%, transparent);
  }
  .line.finding[aria-selected='true'] {
    background: color-mix(in srgb, var(--tone) 18%, transparent);
  }
`;

/** What a picture of a line is drawn on; undefined while there is none. */
export type CanvasOf = (message: number, part: number) => HTMLCanvasElement | undefined;

/** The content of a line; its frame is the list's. */
export function renderLine(line: ConversationLine, pictureOf: CanvasOf) {
  switch (line.kind) {
    case 'message':
      return renderMessage(line);
    case 'part':
      return renderPart(line, pictureOf);
    case 'finding':
      return renderFinding(line);
  }
}

/** The classes of a line's frame. */
export function lineClass(line: ConversationLine): string {
  switch (line.kind) {
    case 'message':
      return `message ${line.notSent === null ? '' : 'unsent'}`;
    case 'part':
      return `part indented ${line.isSent ? '' : 'unsent'}`;
    case 'finding':
      return `finding ${line.message === null ? '' : 'indented'} ${severityBadge(line.severity).tone}`;
  }
}

function renderMessage({ message, role, time, tokens, notSent }: Message) {
  return html`
    <span class="number">${formatCount(message + 1)}</span>
    <span class="role">${roleText(role)}</span>
    ${time === null ? nothing : html`<span class="facts">${timeText(time)}</span>`}
    ${tokens === null ? nothing : html`<span class="facts">${t('≈ {0} tokens', formatCount(tokens))}</span>`}
    ${notSent === null ? nothing : html`<span class="facts">${notSent}</span>`}
  `;
}

/** A moment of a file; nothing for one that no date can have. */
export function timeText(time: number): string {
  const moment = new Date(time);
  return Number.isNaN(moment.getTime()) ? '' : formatMoment(moment.toISOString());
}

function roleText(role: Message['role']): string {
  switch (role) {
    case 'system':
      return t('System');
    case 'user':
      return t('User');
    case 'assistant':
      return t('Assistant');
    case 'tool':
      return t('Tool');
  }
}

function renderPart(part: Part, pictureOf: CanvasOf) {
  const { media, text, more, message } = part;
  const badge = contentBadge(part);
  const { icon, words } = badge;
  if (media) {
    return html`
      <vscode-icon name=${icon} title=${words}></vscode-icon>
      ${media.hasPicture ? html`<span class="picture">${pictureOf(message, part.part) ?? nothing}</span>` : nothing}
      <span class="name">${visibleText(part.file?.name || media.type)}</span>
      <span class="facts sample">${mediaFacts(part).join(' · ')}</span>
    `;
  }
  if (part.file) return renderFile(part, part.file, badge);
  const isCall = part.content === 'call';
  return html`
    <vscode-icon name=${icon} title=${words}></vscode-icon>
    ${isCall || part.content === 'unknown' ? html`<span class="name mono">${visibleText(text)}</span>` : nothing}
    <span class="sample ${isCall ? 'mono dim' : part.content === 'reasoning' ? 'dim' : ''}">${isCall ? visibleText(more) : part.content === 'unknown' ? t('not known here') : visibleText(text) || html`<em class="dim">${t('empty')}</em>`}</span>
  `;
}

/** A file of which no media are sent: what is sent instead, and how that begins. */
function renderFile({ text, more }: Part, { name, words }: NonNullable<Part['file']>, badge: ReturnType<typeof contentBadge>) {
  return html`
    <vscode-icon name=${badge.icon} title=${badge.words}></vscode-icon>
    ${name === '' ? nothing : html`<span class="name">${visibleText(name)}</span>`}
    <span class="facts">${words}</span>
    <span class="sample dim">${visibleText(more || text)}</span>
  `;
}

/** @param part of a file whose name stands before them, with its type */
function mediaFacts({ media, text, isResult, file }: Part): string[] {
  if (!media) return [];
  const { declared, size, width, height } = media;
  return [
    ...(file && file.name !== '' ? [visibleText(media.type)] : text === '' ? [] : [visibleText(text)]),
    ...(width === null || height === null ? [] : [t('{0} × {1} pixels', formatCount(width), formatCount(height))]),
    formatSize(size),
    ...(declared === null ? [] : [t('declared as {0}', visibleText(declared))]),
    ...(file ? [file.words] : isResult ? [t('tool result')] : []),
  ];
}

function contentBadge({ content, isResult, media }: Part): { readonly icon: string; readonly words: string } {
  switch (content) {
    case 'text':
      return isResult ? { icon: 'output', words: t('Tool result') } : { icon: 'comment', words: t('Text') };
    case 'media':
      return { icon: media?.type.startsWith('image/') ? 'file-media' : 'file-binary', words: t('Media') };
    case 'link':
      return { icon: 'link', words: t('Address') };
    case 'call':
      return { icon: 'tools', words: t('Tool call') };
    case 'reasoning':
      return { icon: 'lightbulb', words: t('Reasoning') };
    case 'unknown':
      return { icon: 'question', words: t('Unknown part') };
  }
}

function renderFinding({ severity, sentence, words, source }: Finding) {
  const { icon, text } = severityBadge(severity);
  return html`
    <span class="badge"><vscode-icon name=${icon} title=${text}></vscode-icon></span>
    <span class="said">
      <span>${visibleText(sentence)}</span>
      ${words === null ? nothing : html`<span class="dim">${t('The server would say: {0}', visibleText(words))}</span>`}
      <span class="dim">${t('Based on: {0}', source)}</span>
    </span>
  `;
}

/** A line in words, for the strip below the list and for screen readers. */
export function renderDetail(line: ConversationLine) {
  switch (line.kind) {
    case 'message':
      return html`<p>${messageWords(line)}</p>`;
    case 'part':
      return html`<p><b>${contentBadge(line).words}</b> ${partFacts(line).join(' · ')}</p>
        ${line.more === '' ? nothing : html`<p class="mono dim">${visibleText(line.more)}</p>`}`;
    case 'finding':
      return html`<p><b>${severityBadge(line.severity).text}</b> ${visibleText(line.sentence)}</p>
        ${line.words === null ? nothing : html`<p class="dim">${t('The server would say: {0}', visibleText(line.words))}</p>`}
        <p class="dim">${t('Based on:')} ${sourceLink(line.source)}</p>`;
  }
}

/** A part in words; of a file, its name first. */
function partFacts(part: Part): string[] {
  const { media, file, text } = part;
  const name = visibleText(file?.name || (media?.type ?? ''));
  return [...(name === '' ? [] : [name]), ...(media ? mediaFacts(part) : [...(file ? [file.words] : []), visibleText(text)])];
}

function messageWords({ message, role, time, tokens, notSent }: Message): string {
  return [
    t('Message {0}', formatCount(message + 1)),
    roleText(role),
    ...(time === null ? [] : [timeText(time)]),
    ...(tokens === null ? [] : [t('≈ {0} tokens', formatCount(tokens))]),
    ...(notSent === null ? [] : [notSent]),
  ].join(' · ');
}
