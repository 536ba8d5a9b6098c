import { App, applyDocumentTheme, applyHostStyleVariables } from '@modelcontextprotocol/ext-apps';
import { html, nothing, render } from 'lit';
import { version } from '../../package.json';
import { type AppContent, type AppReceiver, readAppContent } from '../../src/shared/mcp-app-protocol.ts';
import {
  formatCount,
  formatEstimate,
  formatPrice,
  formatShare,
  formatSize,
  shownSentence,
  setDisplayLanguage,
  t,
  visibleText,
} from '../text.ts';

/** The Chinese of every text here and of the sentences of the core, put in by the build. */
declare const CHINESE: Readonly<Record<string, string>>;

type Artifact = Extract<AppContent, { kind: 'artifact' }>['artifact'];
type Block = Awaited<ReturnType<App['readServerResource']>>['contents'][number];

/** Bytes of content that the page asks the host for: more than a chat should carry for a look. */
const MOST_SHOWN = 8 * 1024 * 1024;
/** Characters of a text: a look, not the whole. */
const MOST_CHARACTERS = 4000;

/** The page as it is drawn. */
const shown: { content: AppContent | 'waiting' | 'cancelled'; block: Block | undefined; readonly open: Set<number> } = {
  content: 'waiting',
  block: undefined,
  open: new Set(),
};

const app = new App({ name: 'agent-artifacts', version }, {}, { autoResize: true });
app.ontoolresult = (result) => {
  shown.content = readAppContent(result);
  draw();
  if (shown.content.kind === 'artifact') void showContent(shown.content.artifact);
};
app.ontoolcancelled = () => {
  shown.content = 'cancelled';
  draw();
};
app.onhostcontextchanged = followHost;
await app.connect();
followHost();

/** Takes over what the host says of its looks and its language. */
function followHost(): void {
  const { theme, styles, locale = 'en' } = app.getHostContext() ?? {};
  if (theme) applyDocumentTheme(theme);
  if (styles?.variables) applyHostStyleVariables(styles.variables);
  setDisplayLanguage(locale, /^zh\b/i.test(locale) ? CHINESE : {});
  document.documentElement.lang = /^zh\b/i.test(locale) ? 'zh-CN' : 'en';
  draw();
}

/** Reads the artifact through the host, where it lets pages read and the artifact is small. */
async function showContent({ uri, size = 0 }: Artifact): Promise<void> {
  if (uri === undefined || size > MOST_SHOWN || !app.getHostCapabilities()?.serverResources) return;
  try {
    const { contents } = await app.readServerResource({ uri });
    shown.block = contents[0];
    draw();
  } catch {
    // what models receive of it is shown all the same
  }
}

function draw(): void {
  const main = document.querySelector('main');
  if (main) render(page(), main);
}

function page() {
  const { content } = shown;
  if (content === 'waiting') return html`<p class="dim" role="status">${t('Reading the artifact…')}</p>`;
  if (content === 'cancelled') return html`<p class="dim" role="status">${t('Cancelled.')}</p>`;
  if (content.kind === 'refused') return html`<p role="status">${visibleText(content.message)}</p>`;
  if (content.kind === 'unknown') return html`<p class="dim" role="status">${t('The host did not provide anything to display.')}</p>`;
  const { artifact } = content;
  const { ref, name, mimeType, size } = artifact;
  const facts = [ref, mimeType, size === undefined ? undefined : formatSize(size)].filter((fact) => fact !== undefined && fact !== name);
  return html`
    <h1>${visibleText(name)}</h1>
    <p class="dim">${facts.map((fact) => visibleText(fact ?? '')).join(' · ')}</p>
    ${shown.block ? renderContent(shown.block, name) : nothing} ${renderTable(artifact)}
    ${artifact.more > 0 ? html`<p class="dim more">${t('{0} more services are not compared here.', formatCount(artifact.more))}</p>` : nothing}
  `;
}

/** Types that a browser draws or plays from data without running anything. */
const DRAWN = /^(image|audio|video)\/[\w.+-]+$/;

function renderContent(block: Block, name: string) {
  if ('text' in block) {
    const text = [...block.text.slice(0, MOST_CHARACTERS)]
      .map((char) => (char === '\n' || char === '\t' ? char : visibleText(char)))
      .join('');
    return html`<div class="content"><pre tabindex="0">${text}${block.text.length > MOST_CHARACTERS ? '…' : ''}</pre></div>`;
  }
  const [, kind] = DRAWN.exec(block.mimeType ?? '') ?? [];
  if (kind === undefined) return nothing;
  const src = `data:${block.mimeType};base64,${block.blob}`;
  const hide = ({ currentTarget }: Event): void => (currentTarget as HTMLElement).remove();
  if (kind === 'image') return html`<div class="content"><img src=${src} alt=${visibleText(name)} @error=${hide} /></div>`;
  if (kind === 'audio') return html`<div class="content"><audio controls src=${src} @error=${hide}></audio></div>`;
  return html`<div class="content"><video controls src=${src} @error=${hide}></video></div>`;
}

function renderTable({ rows }: Artifact) {
  return html`
    <table aria-label=${t('What every model service would receive')}>
      <thead>
        <tr>
          <th scope="col">${t('Model')}</th>
          <th scope="col">${t('Receives')}</th>
          <th scope="col" class="number">${t('Tokens')}</th>
          <th scope="col" class="number">${t('Price')}</th>
          <th scope="col" class="number">${t('Context')}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map((row, index) => renderRow(row, index))}
      </tbody>
    </table>
  `;
}

/** The row asked about is told apart, and why it is so stands below it from the start. */
function renderRow(row: AppReceiver, index: number) {
  const isAsked = index === 0;
  const isOpen = isAsked !== shown.open.has(index);
  const { title, model, apiName, tokens, price, context, because } = row;
  const toggle = (): void => {
    if (!shown.open.delete(index)) shown.open.add(index);
    draw();
  };
  const { word, tone } = stateOf(row);
  const where = [model !== title ? model : null, apiName].filter((part) => part !== null).join(' · ');
  return html`
    <tr class="${isAsked ? 'asked' : ''} ${isOpen ? 'open' : ''}">
      <td>
        <button aria-expanded=${isOpen} title=${t('Why')} @click=${toggle}>${visibleText(title ?? model ?? t('Text only'))}</button>
        <span class="dim">${visibleText(where)}</span>
      </td>
      <td><span class="state ${tone}">${word}</span></td>
      <td class="number">${tokens ? formatEstimate(tokens) : '–'}</td>
      <td class="number" title=${price ? t('As input, in US dollars. Source: {0}', visibleText(price.source)) : ''}>${price ? formatPrice(price) : '–'}</td>
      <td class="number">${context ? formatShare(context) : '–'}</td>
    </tr>
    ${
      isOpen
        ? html`<tr class="why ${isAsked ? 'asked' : ''}">
            <td colspan="5">
              <ul>
                ${because.map((each) => html`<li>${visibleText(shownSentence(each))}</li>`)}
              </ul>
            </td>
          </tr>`
        : nothing
    }
  `;
}

/** What the model receives, as a word and how good that is. */
function stateOf({ verdict, route }: AppReceiver): { readonly word: string; readonly tone: 'good' | 'warning' | 'bad' } {
  const content = route === 'image_url' ? t('Image') : route === 'file' ? t('File') : t('Text');
  switch (verdict) {
    case 'arrives':
      return { word: content, tone: 'good' };
    case 'doubtful':
      return { word: t('{0}, doubtful', content), tone: 'warning' };
    case 'partly':
      return { word: t('In part'), tone: 'warning' };
    case 'described':
      return { word: t('Description'), tone: 'warning' };
    case 'dropped':
      return { word: t('Only a note'), tone: 'bad' };
    case 'failed':
      return { word: t('Failed'), tone: 'bad' };
    case 'refused':
      return { word: t('Refused'), tone: 'bad' };
    case 'nothing':
      return { word: t('Nothing'), tone: 'bad' };
  }
}
