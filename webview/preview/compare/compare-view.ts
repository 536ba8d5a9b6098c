import '@vscode-elements/elements/dist/vscode-button/index.js';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { ComparedRow, Comparison, PreviewState, ProgramRow } from '../../../src/shared/preview-protocol.ts';
import { headingStyles, noticeStyles } from '../../styles.ts';
import { displayLanguage, t, visibleText } from '../../text.ts';
import { changeView, request } from '../actions.ts';
import type { RowArrival, Route, PartOutcome } from '../badges.ts';
import { selectedModelName } from '../verdict-words.ts';
import type { SortColumn, Sort } from './comparison-table.ts';
import './comparison-table.ts';
import './program-table.ts';

/** From best to worst. */
const ROUTES: readonly Route[] = ['image_url', 'file', 'text', 'message', 'description', 'failed', 'not_found'];
const ARRIVALS: readonly RowArrival[] = ['arrives', 'doubtful', 'partly', 'described', 'dropped', 'failed', 'refused', 'nothing'];
const OUTCOMES: readonly PartOutcome[] = ['sent', 'converted', 'rehomed', 'dropped', 'rejected'];

/** The rows in order. What is not known comes last in either direction, and equals keep the order they came in. */
function sortRows(rows: readonly ComparedRow[], { column, descending }: Sort): ComparedRow[] {
  const key = KEYS[column];
  const collator = new Intl.Collator(displayLanguage(), { numeric: true });
  const direction = descending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)];
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    return direction * (typeof a === 'string' && typeof b === 'string' ? collator.compare(a, b) : Number(a) - Number(b));
  });
}

const KEYS: Record<SortColumn, (row: ComparedRow) => string | number | null> = {
  name: (row) => row.name,
  api: (row) => row.apiName,
  route: (row) => (ARRIVALS.indexOf(row.arrival) * ROUTES.length + ROUTES.indexOf(row.route)) * OUTCOMES.length + wireOrder(row),
  bytes: (row) => row.bytes,
  tokens: (row) => middle(figuresOf(row)),
  price: (row) => middle(figuresOf(row)?.price),
  context: (row) => middle(figuresOf(row)?.context),
};

/** Puts first, of equal verdicts, those that reach the model as they are. */
function wireOrder({ wire }: ComparedRow): number {
  return wire === null ? 0 : OUTCOMES.indexOf(wire);
}

/** What a rejected request would cost says nothing against what others cost. */
function figuresOf({ arrival, tokens }: ComparedRow): ComparedRow['tokens'] {
  return arrival === 'refused' ? null : tokens;
}

/** Null for what is not known. */
function middle(range: { readonly low: number; readonly high: number } | null | undefined): number | null {
  return range ? (range.low + range.high) / 2 : null;
}

/** Whose routing the comparison of APIs shows. */
function apisTitle(model: string | null): string {
  return model === null ? t('All APIs, without a model: text only') : t('All APIs, with the capabilities of {0}', visibleText(model));
}

/** To whom programs send the content. */
function programsTitle(model: string | null): string {
  return model === null
    ? t('Through Claude Code, Codex and other programs, to a text-only model')
    : t('Through Claude Code, Codex and other programs, to {0}', visibleText(model));
}

/** The same content for all services, for all APIs as the selected service routes it, and as programs send it. */
@customElement('preview-compare')
export class CompareView extends LitElement {
  static override styles = [
    headingStyles,
    noticeStyles,
    css`
      h2:first-child {
        margin-top: 4px;
      }
      /* a name keeps its letters */
      h2.named {
        text-transform: none;
      }
      vscode-button {
        margin-bottom: 8px;
      }
    `,
  ];

  @property({ attribute: false }) state: PreviewState | null = null;
  @property({ attribute: false }) sort: Sort = { column: 'name', descending: false };
  /** What is shown, and of which artifact: kept while the same one is compared again, so that the scroll position stays. */
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
      <h2>${t('Services and models')}</h2>
      <vscode-button secondary @click=${() => request(this, { type: 'chooseComparedModels' })}>${t('Choose Models to Compare…')}</vscode-button>
      <preview-comparison
        .rows=${services}
        .selected=${services.find((row) => row.serviceId === state.selected) ?? null}
        .sort=${this.sort}
        label=${t('What every model service would receive')}
        hint=${t('Use this model for the preview')}
        @comparison-sort=${({ detail }: CustomEvent<Sort>) => changeView(this, { sort: detail })}
        @comparison-pick=${({ detail }: CustomEvent<ComparedRow>) => this.#selectModel(detail)}
      ></preview-comparison>
      ${comparison.programs.length === 0 ? nothing : this.#renderPrograms(comparison.programs, programsTitle(selectedModelName(state)))}
      <h2 class="named">${apisTitle(selectedModelName(state))}</h2>
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

  #renderPrograms(rows: readonly ProgramRow[], title: string) {
    return html`
      <h2 class="named">${title}</h2>
      <p class="notice">${t('What these programs were observed to send for files like this one. Nothing is sent to show this.')}</p>
      <preview-programs .rows=${rows} label=${title}></preview-programs>
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
