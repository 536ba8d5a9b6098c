import '@vscode-elements/elements/dist/vscode-option/index.js';
import '@vscode-elements/elements/dist/vscode-single-select/index.js';
import { LitElement, css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { PreviewModel } from '../../src/shared/preview-protocol.ts';
import { t } from '../text.ts';
import { request } from './actions.ts';

/** Service ids are free text, so the value of "text only" must be none of theirs. */
const TEXT_ONLY = 'none';
const valueOf = (id: string | null): string => (id === null ? TEXT_ONLY : `id:${id}`);

/** Chooses the model service the preview stands for. */
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
      </vscode-single-select>
    `;
  }

  #select(event: Event): void {
    const { value } = event.target as HTMLElement & { value: string };
    const serviceId = value === TEXT_ONLY ? null : value.slice('id:'.length);
    if (serviceId !== this.selected) request(this, { type: 'selectModel', serviceId });
  }
}

function describe(model: PreviewModel): string {
  const capabilities = t('input: {0}', model.input.join(', '));
  return model.model === '' ? capabilities : `${model.model} · ${capabilities}`;
}
