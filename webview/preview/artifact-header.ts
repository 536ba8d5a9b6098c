import '@vscode-elements/elements/dist/vscode-icon/index.js';
import '@vscode-elements/elements/dist/vscode-option/index.js';
import '@vscode-elements/elements/dist/vscode-single-select/index.js';
import '@vscode-elements/elements/dist/vscode-toolbar-button/index.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { PreviewModel, PreviewState, TypeWarning } from '../../src/shared/preview-protocol.ts';
import { formatMoment, formatSize, t, visibleText } from '../text.ts';
import { request } from './actions.ts';

/** Service ids are free text, so the value of "text only" must be none of theirs. */
const TEXT_ONLY = 'none';
const ANY = 'any';
const valueOf = (id: string | null): string => (id === null ? TEXT_ONLY : `id:${id}`);

/** Selects the model service for the preview. */
@customElement('preview-model-picker')
export class ModelPicker extends LitElement {
  static override styles = css`
    :host {
      display: flex;
      align-items: center;
      gap: 8px;
      min-width: 0;
    }
    span {
      color: var(--vscode-descriptionForeground);
    }
    vscode-single-select {
      width: 240px;
      flex: 0 1 240px;
      min-width: 120px;
    }
  `;

  @property({ attribute: false }) models: readonly PreviewModel[] = [];
  @property({ attribute: false }) selected: string | null = null;

  protected override render() {
    return html`
      <span id="label" aria-hidden="true">${t('Model')}</span>
      <vscode-single-select label=${t('Model')} .value=${valueOf(this.selected)} @change=${this.#select}>
        <vscode-option
          value=${TEXT_ONLY}
          .description=${t('A model that reads only text')}
          ?selected=${this.selected === null}
          >${t('Text only (no service)')}</vscode-option
        >
        ${repeat(
          this.models,
          (model) => model.id,
          (model) => html`<vscode-option
            value=${valueOf(model.id)}
            .description=${describe(model)}
            ?selected=${this.selected === model.id}
            >${model.name}</vscode-option
          >`,
        )}
        <vscode-option value=${ANY} .description=${t('Choose from the catalogue')}>${t('Any Model…')}</vscode-option>
      </vscode-single-select>
    `;
  }

  #select(event: Event): void {
    const select = event.target as HTMLElement & { value: string };
    const { value } = select;
    if (value === ANY) {
      // the list shows what is selected until another model is chosen
      select.value = valueOf(this.selected);
      return request(this, { type: 'pickModel' });
    }
    const serviceId = value === TEXT_ONLY ? null : value.slice('id:'.length);
    if (serviceId !== this.selected) request(this, { type: 'selectModel', serviceId });
  }
}

function describe(model: PreviewModel): string {
  const capabilities = t('input: {0}', model.input.join(', '));
  return model.model === '' ? capabilities : `${model.model} · ${capabilities}`;
}

/** Name, facts and toolbar of the shown artifact. */
@customElement('preview-header')
export class ArtifactHeader extends LitElement {
  static override styles = css`
    header {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 10px 16px;
    }
    .identity {
      display: flex;
      align-items: center;
      gap: 12px;
      flex: 1 1 280px;
      min-width: 0;
    }
    .words {
      min-width: 0;
      overflow: hidden;
    }
    h1 {
      margin: 0;
      font-size: 1.55em;
      font-weight: 600;
      line-height: 1.3;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    .facts {
      display: flex;
      flex-wrap: wrap;
      /* each begins with a dot; those at the beginning of a line are out of sight */
      margin: 2px 0 0 -16px;
      padding: 0;
      list-style: none;
      color: var(--vscode-descriptionForeground);
      line-height: 1.5;
    }
    .facts li {
      display: flex;
      min-width: 0;
    }
    .facts span {
      max-width: 40ch;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    .facts li::before {
      content: '·';
      flex: none;
      width: 16px;
      text-align: center;
    }
    .tools {
      display: flex;
      align-items: center;
      gap: 12px;
      min-width: 0;
    }
    .form {
      width: 130px;
      flex: none;
    }
    .buttons {
      display: flex;
      gap: 2px;
    }
    .origin,
    .warning {
      display: flex;
      align-items: center;
      gap: 6px;
      margin: 10px 0 0;
      line-height: 1.5;
    }
    .origin {
      color: var(--vscode-descriptionForeground);
    }
    .origin button {
      padding: 0;
      border: 0;
      background: none;
      font: inherit;
      color: var(--vscode-textLink-foreground);
      cursor: pointer;
    }
    .warning vscode-icon {
      --vscode-icon-foreground: var(--vscode-editorWarning-foreground);
      color: var(--vscode-editorWarning-foreground);
    }
  `;

  @property({ attribute: false }) state: PreviewState | null = null;
  /** The reference was copied a moment ago. */
  @property({ attribute: false }) copied = false;

  protected override render() {
    const { state } = this;
    if (!state) return nothing;
    const { facts } = state;
    return html`
      <header>
        <div class="identity">
          <vscode-icon name=${facts.icon} size="28"></vscode-icon>
          <div class="words">
            <h1 title=${visibleText(facts.name)}><bdi>${visibleText(facts.name)}</bdi></h1>
            <ul class="facts" aria-label=${t('Facts')}>
              ${this.#facts(state).map(([text, title]) => html`<li><span title=${title}><bdi>${text}</bdi></span></li>`)}
            </ul>
          </div>
        </div>
        <div class="tools">
          <preview-model-picker .models=${state.models} .selected=${state.selected}></preview-model-picker>
          ${state.form ? this.#renderForm(state.form) : nothing}
          <div class="buttons" role="toolbar" aria-label=${t('Preview actions')}>${this.#renderButtons(state)}</div>
        </div>
      </header>
      ${state.origin ? renderOrigin(this, state.origin) : nothing}
      ${state.warning ? renderWarning(warningText(state.warning)) : nothing}
      ${state.problem === null ? nothing : renderWarning(state.problem)}
    `;
  }

  #renderForm(form: 'answer' | 'attachment') {
    const choose = (event: Event): void => {
      const value = (event.target as HTMLElement & { value: string }).value === 'attachment' ? 'attachment' : 'answer';
      if (value !== form) request(this, { type: 'setForm', form: value });
    };
    return html`<vscode-single-select class="form" label=${t('How it reaches the model')} .value=${form} @change=${choose}>
      <vscode-option value="answer" .description=${t('A tool reads it and gives the model its content')} ?selected=${form === 'answer'}
        >${t('Read by a tool')}</vscode-option
      >
      <vscode-option value="attachment" .description=${t('It comes with a message to the model')} ?selected=${form === 'attachment'}
        >${t('Attached')}</vscode-option
      >
    </vscode-single-select>`;
  }

  #facts({ facts }: PreviewState): [text: string, title: string][] {
    const list: [string, string][] = [
      [visibleText(facts.place), t('Reference: {0}', visibleText(facts.id.startsWith('file:') ? facts.id : `artifact:${facts.id}`))],
    ];
    if (facts.typeName !== '') list.push([visibleText(facts.typeName), visibleText(facts.mimeType ?? facts.typeName)]);
    if (facts.declaredMimeType !== null) {
      const declared = visibleText(facts.declaredMimeType);
      list.push([t('declared as {0}', declared), t('The metadata says {0}, but the content differs.', declared)]);
    }
    if (facts.size !== null) list.push([formatSize(facts.size), t('{0} bytes', facts.size)]);
    for (const words of facts.media) list.push([words, t('Read from the file')]);
    if (facts.createdAt !== null) list.push([formatMoment(facts.createdAt), t('Created {0}', facts.createdAt)]);
    if (facts.agentId !== null) {
      const agent = visibleText(facts.agentId);
      list.push([t('by {0}', agent), t('Created by agent {0}', agent)]);
    }
    if (facts.messageId !== null) {
      const message = visibleText(facts.messageId);
      list.push([t('for message {0}', message), t('Made for message {0}', message)]);
    }
    return list;
  }

  #renderButtons(state: PreviewState) {
    const pin = state.pinned ? t('Unpin: follow the selection again') : t('Pin: keep showing this artifact');
    const hasFile = state.content.kind !== 'problem' || state.content.state === 'broken';
    return html`
      <vscode-toolbar-button
        icon=${state.pinned ? 'pinned' : 'pin'}
        label=${pin}
        title=${pin}
        @click=${() => request(this, { type: 'setPinned', pinned: !state.pinned })}
      ></vscode-toolbar-button>
      ${
        hasFile
          ? html`<vscode-toolbar-button
            icon="go-to-file"
            label=${t('Open File')}
            title=${t('Open File')}
            @click=${() => request(this, { type: 'openFile' })}
          ></vscode-toolbar-button>`
          : nothing
      }
      <vscode-toolbar-button
        icon=${this.copied ? 'check' : 'link'}
        label=${t('Copy Reference')}
        title=${t('Copy Reference')}
        @click=${() => request(this, { type: 'copyReference' })}
      ></vscode-toolbar-button>
    `;
  }
}

/** That the model is no service of the configuration, and the way to make it one. */
function renderOrigin(header: ArtifactHeader, { note, canAdd }: NonNullable<PreviewState['origin']>) {
  return html`<p class="origin" role="note">
    <vscode-icon name="library"></vscode-icon>
    <span>${visibleText(note)}</span>
    ${canAdd ? html`<button @click=${() => request(header, { type: 'addModel' })}>${t('Add to llmservices.json…')}</button>` : nothing}
  </p>`;
}

function warningText(warning: TypeWarning): string {
  switch (warning.code) {
    case 'type_contradicted':
      return warning.by === 'name'
        ? t('The file name says {0}, but the content is {1} and is treated as such.', warning.declared, warning.detected)
        : t('Declared as {0}, but the content is {1} and is treated as such.', warning.declared, warning.detected);
    case 'not_utf8':
      return t('Declared as {0}, but the content is neither UTF-8 nor UTF-16. If it is text, save it as UTF-8.', warning.declared);
    case 'type_unconfirmed':
      return warning.looksLike === null
        ? t('Declared as {0}, but the content does not look like it.', warning.declared)
        : t('Declared as {0}, but the content begins like {1}.', warning.declared, warning.looksLike);
    case 'empty':
      return t('The content is empty (0 bytes).');
  }
}

function renderWarning(text: string) {
  return html`<p class="warning" role="note"><vscode-icon name="warning"></vscode-icon><span>${text}</span></p>`;
}
