import { LitElement, css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { PreviewFacts } from '../../src/shared/preview-state.ts';
import { t } from '../l10n.ts';
import './facts-content.ts';

/** Audio or video with the browser's controls. */
@customElement('preview-media')
export class MediaContent extends LitElement {
  static override styles = css`
    :host {
      display: flex;
      justify-content: center;
    }
    audio,
    video {
      color-scheme: var(--media-controls);
    }
    audio {
      width: min(100%, 560px);
      margin: 24px 0;
    }
    video {
      max-width: 100%;
      max-height: max(220px, calc(100vh - 280px));
      background: #000;
    }
    audio:focus-visible,
    video:focus-visible {
      outline: 1px solid var(--vscode-focusBorder);
      outline-offset: 2px;
    }
    preview-facts {
      flex: 1;
    }
  `;

  @property({ attribute: false }) kind: 'audio' | 'video' = 'audio';
  @property({ attribute: false }) uri = '';
  @property({ attribute: false }) facts: PreviewFacts | null = null;
  @state() private failed = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('uri')) this.failed = false;
  }

  protected override render() {
    const { facts } = this;
    if (!facts) return nothing;
    if (this.failed) {
      return html`<preview-facts .facts=${facts} note=${t('This format cannot be played here.')}></preview-facts>`;
    }
    const fail = (): void => {
      this.failed = true;
    };
    return this.kind === 'audio'
      ? html`<audio controls preload="metadata" src=${this.uri} aria-label=${facts.name} @error=${fail}></audio>`
      : html`<video controls preload="metadata" src=${this.uri} aria-label=${facts.name} @error=${fail}></video>`;
  }
}
