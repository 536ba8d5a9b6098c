import { LitElement, css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { ComparedRow, Comparison, PreviewState } from '../../../src/shared/preview-protocol.ts';
import { t } from '../../text.ts';
import { changeView, request } from '../actions.ts';
import { headingStyles, noticeStyles } from '../../styles.ts';
import { type Sort, sortRows } from './comparison-table.ts';

/** The same content for all services, and for all APIs as the selected service routes it. */
@customElement('preview-compare')
export class CompareView extends LitElement {
  static override styles = [
    headingStyles,
    noticeStyles,
    css`
      h2:first-child {
        margin-top: 4px;
      }
    `,
  ];

  @property({ attribute: false }) state: PreviewState | null = null;
  @property({ attribute: false }) sort: Sort = { column: 'name', descending: false };
  /** What is shown, and of which artifact: it stays while the same one is compared anew, so that nobody loses their place. */
  #comparison: Comparison | null = null;
  #reference = '';
  #services: ComparedRow[] = [];

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = this.#comparison;
    const reference = JSON.stringify([this.state?.rootId, this.state?.reference]);
    const isSame = reference === this.#reference;
    this.#reference = reference;
    this.#comparison = this.state?.comparison ?? (isSame ? before : null);
    if (changed.has('sort') || this.#comparison !== before) this.#services = sortRows(this.#comparison?.services ?? [], this.sort);
  }

  protected override render() {
    const { state } = this;
    if (!state) return nothing;
    const comparison = this.#comparison;
    if (!comparison) return html`<p class="notice" role="status">${t('Comparing…')}</p>`;
    const services = this.#services;
    const shownApi = state.wire?.api;
    return html`
      <h2>${t('All services')}</h2>
      <preview-comparison
        .rows=${services}
        .selected=${services.find((row) => row.serviceId === state.selected) ?? null}
        .sort=${this.sort}
        label=${t('What every model service would receive')}
        hint=${t('Use this model for the preview')}
        @comparison-sort=${({ detail }: CustomEvent<Sort>) => changeView(this, { sort: detail })}
        @comparison-pick=${({ detail }: CustomEvent<ComparedRow>) => this.#selectModel(detail)}
      ></preview-comparison>
      <h2>${t('All APIs, with the routing of the selected service')}</h2>
      <preview-comparison
        .compared=${'apis'}
        .rows=${comparison.apis}
        .selected=${comparison.apis.find((row) => row.api === shownApi) ?? null}
        label=${t('What every API would receive')}
        hint=${t('Show the body of this API')}
        @comparison-pick=${({ detail }: CustomEvent<ComparedRow>) => this.#showApi(detail)}
      ></preview-comparison>
    `;
  }

  #selectModel({ serviceId }: ComparedRow): void {
    if (serviceId !== this.state?.selected) request(this, { type: 'selectModel', serviceId });
  }

  #showApi({ api }: ComparedRow): void {
    if (api !== this.state?.wire?.api) request(this, { type: 'selectApi', api });
    changeView(this, { tab: 'wire' });
  }
}
